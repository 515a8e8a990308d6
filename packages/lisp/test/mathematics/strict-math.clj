; Writes strict-math.txt: what Java's StrictMath answers, as the bits of doubles. Run: clojure strict-math.clj > strict-math.txt
; Arguments: the bounds of each function's methods, integers, and numbers of every size drawn from a fixed seed.

(import '(java.util Random))

(def random (Random. 20240229))
(defn bits [number] (format "%016x" (Double/doubleToLongBits (double number))))
(defn row [& numbers] (println (apply str (interpose " " (map bits numbers)))))
(defn drawn [size] (* size (- (.nextDouble ^Random random) 0.5)))

(def bounds
  [0.0 -0.0 1.0 -1.0 ##Inf ##-Inf ##NaN 4.9e-324 -4.9e-324 2.2250738585072014e-308 1.7976931348623157e308 1e-10 1e-5 0.3465735902799726
   0.4375 0.5 -0.5 0.6875 0.7853981633974483 0.9999999999999999 1.0000000000000002 1.1875 1.5707963267948966 2.356194490192345 2.4375
   3.141592653589793 6.283185307179586 10.0 100.0 1000.0 1e10 1e22 709.782712893384 709.7827128933841 -745.1332191019411 -745.1332191019412
   823549.6640625 823550.0 1910019.8321368333 2589144.620029944 5.6263028229709925e280 1.5e300])
(def numbers
  (concat bounds (range 2.0 9.0)
          (repeatedly 12 #(Double/longBitsToDouble (.nextLong ^Random random)))
          (mapcat #(repeatedly 8 (fn [] (drawn %))) [2.0 4.0 20.0 1500.0 2e6 1e7 1e15 1e-6])
          (map #(* (double %) (/ Math/PI 4)) (range 1.0 40.0 3.0))))

(def pairs
  (concat (for [x [0.0 -0.0 1.0 -1.0 ##Inf ##-Inf ##NaN 2.5 -3.0 0.25] y [0.0 -0.0 1.0 -1.0 2.0 0.5 3.0 ##Inf ##-Inf ##NaN -7.5]] [x y])
          [[2.0 -1074.0] [2.0 1023.5] [1.0000000001 1e11] [0.9999999 5e9] [3.0 1e10] [1.1 -7500.0] [10.0 22.0] [10.0 -5.0] [4.9e-324 0.3]
           [3e300 4e300] [3e-320 4e-320] [2.569286992725795e-303 1.078704827405626e-308] [1e200 1.0] [5.0 12.0]]
          (repeatedly 30 #(vector (Math/abs (double (drawn 20))) (drawn 30)))
          (repeatedly 20 #(vector (drawn 1e6) (drawn 1e-6)))
          (repeatedly 10 #(vector (+ 1.0 (drawn 1e-5)) (drawn 1e7)))))

(println "exp log log10 sin cos tan asin acos atan cbrt")
(doseq [x (map double numbers)]
  (row x (StrictMath/exp x) (StrictMath/log x) (StrictMath/log10 x) (StrictMath/sin x) (StrictMath/cos x) (StrictMath/tan x)
       (StrictMath/asin x) (StrictMath/acos x) (StrictMath/atan x) (StrictMath/cbrt x)))
(println "pow atan2 hypot")
(doseq [[x y] pairs :let [x (double x) y (double y)]]
  (row x y (StrictMath/pow x y) (StrictMath/atan2 x y) (StrictMath/hypot x y)))
