;; Evaluates programs in JVM Clojure: reads one string a line, evaluates it in a namespace of its own and answers with one
;; line, ["value" printed-value output] or ["error" message output]. Runs as a child process (see oracle.ts).
(ns conformance.driver)

(defn messages [throwable]
  (->> (iterate #(some-> ^Throwable % .getCause) throwable)
       (take-while some?)
       (map #(str (.getSimpleName (class %)) ": " (.getMessage ^Throwable %)))
       (interpose " <- ")
       (apply str)))

(defn evaluate [program]
  (let [space (gensym "program")
        output (java.io.StringWriter.)]
    (binding [*ns* (create-ns space) *out* output *err* (java.io.StringWriter.) *print-length* 1000 *print-namespace-maps* false]
      (try
        (refer-clojure)
        (require '[clojure.string :as str] '[clojure.set :as set] '[clojure.walk :as walk] 'clojure.math 'clojure.data 'clojure.pprint)
        (import '(java.time LocalDate LocalDateTime LocalTime YearMonth Year OffsetDateTime ZonedDateTime
                             ZoneOffset ZoneId Instant Duration Period DayOfWeek Month)
                '(java.time.temporal ChronoUnit ChronoField IsoFields TemporalAdjusters)
                '(java.time.format DateTimeFormatter TextStyle)
                '(java.util Locale UUID))
        (let [printed (pr-str (load-string program))]
          ["value" printed (str output)])
        (catch Throwable throwable ["error" (messages throwable) (str output)])
        (finally (remove-ns space))))))

(println "ready")
(loop []
  (when-let [line (read-line)]
    (println (pr-str (evaluate (read-string line))))
    (flush)
    (recur)))
