package io.twophase.embedded.storage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.util.Environment;

/** Other processes, under limits of the operating system. */
public final class Child {

  private Child() {}

  /**
   * Runs a program to its end.
   *
   * @param limits commands of the shell before it, as {@code ulimit -f 100;}
   * @return all that it has written
   */
  public static String run(String limits, Class<?> program, String... arguments) throws Exception {
    Process process = start(limits, program, arguments);
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return out;
  }

  /** Starts a program, whose errors come with its output. */
  public static Process start(String limits, Class<?> program, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of("bash", "-c", limits + " exec \"$@\"", "bash"));
    command.addAll(command(program));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** The words that call a program. */
  public static List<String> command(Class<?> program) throws IOException {
    return List.of(
        ProcessHandle.current().info().command().orElse("java"),
        "-XX:-UsePerfData",
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Djava.library.path=" + library(),
        "-cp",
        System.getProperty("java.class.path"),
        program.getName());
  }

  /** Where the native library lies as a file: a process with limits cannot unpack it. */
  private static Path library() throws IOException {
    String name = Environment.getJniLibraryFileName("rocksdb");
    Path directory = Path.of(System.getProperty("java.io.tmpdir"), "twophase-native");
    Path file = directory.resolve(name);
    if (!Files.exists(file)) {
      Files.createDirectories(directory);
      Path unfinished = Files.createTempFile(directory, name, ".new");
      try (InputStream packed = Child.class.getResourceAsStream("/" + name)) {
        Files.write(unfinished, packed.readAllBytes());
      }
      Files.move(unfinished, file, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    }
    return directory;
  }
}
