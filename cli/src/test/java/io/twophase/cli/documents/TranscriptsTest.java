package io.twophase.cli.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The golden transcripts of the commands, in {@code src/test/resources/transcripts}: each section
 * is a session on a store of its own. A block that names a file is that file; the others are read
 * as those of a document are. Sections run concurrently, for each waits for its disk.
 */
@Execution(ExecutionMode.CONCURRENT)
class TranscriptsTest {

  private static final Path TRANSCRIPTS =
      Path.of(System.getProperty("twophase.root"), "cli/src/test/resources/transcripts");
  private static final String HEADING = "## ";

  @TempDir Path folder;

  static List<Arguments> sections() throws IOException {
    List<Arguments> sections = new ArrayList<>();
    try (Stream<Path> files = Files.list(TRANSCRIPTS)) {
      for (Path file : files.sorted().toList()) {
        String[] parts = Files.readString(file).split("(?m)^" + HEADING);
        for (String part : List.of(parts).subList(1, parts.length)) {
          List<String> lines = part.lines().toList();
          String name = file.getFileName() + ": " + lines.get(0);
          sections.add(Arguments.of(name, Markdown.of(file, lines)));
        }
      }
    }
    return sections;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("sections")
  void aCommandWritesWhatIsShown(String name, Markdown section) throws IOException {
    for (Markdown.Block block : section.blocks()) {
      if (!block.language().isEmpty()) {
        Path file = folder.resolve(block.language());
        Files.createDirectories(file.getParent());
        Files.write(file, block.lines());
      }
    }
    try (Shell shell = new Shell(folder)) {
      Session.of(section).runIn(shell);
    }
  }
}
