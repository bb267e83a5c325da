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
    List<String> command = new ArrayList<>();
    command.add("bash");
    command.add("-c");
    command.add(limits + " exec \"$@\"");
    command.add("bash");
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.add("-XX:-UsePerfData");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+UseSerialGC");
    command.add("-Djava.library.path=" + library());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(program.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
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
