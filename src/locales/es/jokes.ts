import type { JokeKind } from "../locale.js";

/** Jokes in Spanish: short, harmless, and written to be heard. */
export const JOKES: Readonly<Record<JokeKind, readonly string[]>> = {
  general: [
    "Un caracol fue asaltado por dos tortugas. A la policía le dijo: no sé, todo pasó muy deprisa.",
    "Camarero, hay una mosca en mi sopa. No se preocupe, señor, la araña del pan se la comerá.",
    "¿Qué le dice un pez a otro? Nada.",
    "Mi abuela empezó a andar cinco kilómetros al día a los sesenta. Ahora tiene noventa y no sabemos dónde está.",
    "Doctor, doctor, nadie me hace caso. El siguiente, por favor.",
    "¿Qué hace una abeja en el gimnasio? Zumba.",
  ],
  tech: [
    "¿Por qué los programadores prefieren la oscuridad? Porque la luz atrae a los bichos.",
    "¿Cuántos programadores hacen falta para cambiar una bombilla? Ninguno, es un problema de los aparatos.",
    "¿Por qué fue el ordenador al médico? Porque tenía un virus.",
    "La contraseña debía tener ocho caracteres, así que puse Blancanieves y los siete enanitos.",
    "Le contaría un chiste sobre un paquete perdido, pero no sé si le llegaría.",
    "La nube es segura, me dijeron. Entonces empezó a llover.",
  ],
  dad: [
    "¿Cuál es el último animal que subió al arca? El del fin.",
    "¿Qué le dice una pared a otra? Nos vemos en la esquina.",
    "¿Cómo se despiden los químicos? Ácido un placer.",
    "¿Qué hace un perro con un taladro? Taladrando.",
    "¿Cuál es el café más peligroso del mundo? El ex preso.",
    "¿Por qué está triste el libro de matemáticas? Porque tiene muchos problemas.",
  ],
};
