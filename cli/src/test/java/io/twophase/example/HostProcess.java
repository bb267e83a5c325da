package io.twophase.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Programs in processes of their own, on the class path that a host would have. */
final class HostProcess {

  /** A host gets these with the application, and no more: the jars that start so. */
  static final List<String> LIBRARIES =
      List.of("vavr", "jspecify", "mongodb-driver", "bson", "slf4j-api");

  private HostProcess() {}

  /** Runs a program of this class path, by the Java of this process. */
  static String run(List<String> libraries, Class<?> program) throws Exception {
    return java(classPath(libraries), program.getName());
  }

  /** Runs a program on a class path, by the Java of this process. */
  static String java(String classPath, String program, String... arguments) throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    return java(java, classPath, program, arguments);
  }

  /** Runs a program on a class path, by a Java. */
  static String java(Path java, String classPath, String program, String... arguments)
      throws Exception {
    return output(
        Stream.concat(
                Stream.of(
                    java.toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    classPath,
                    program),
                Arrays.stream(arguments))
            .toList());
  }

  /** The output of a command that succeeds. */
  static String output(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  /** The modules of Twophase, and the jars of others that start so. */
  static String classPath(List<String> libraries) {
    return entries(
        entry -> entry.isDirectory() || entry.getName().startsWith("twophase-"), libraries);
  }

  /** The jars that start so, alone. */
  static String jars(List<String> libraries) {
    return entries(entry -> false, libraries);
  }

  private static String entries(Predicate<File> ours, List<String> libraries) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(File::new)
        .filter(
            entry -> ours.test(entry) || libraries.stream().anyMatch(entry.getName()::startsWith))
        .map(File::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
