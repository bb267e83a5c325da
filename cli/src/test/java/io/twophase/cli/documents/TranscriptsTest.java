package io.twophase.cli.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The golden transcripts of the commands, in {@code src/test/resources/transcripts}: each section
 * is a session on a store of its own. A block that names a file is that file; the others are read
 * as those of a document are. Sections run concurrently, the longest first. One with a server is
 * about a transaction that nobody finishes: it waits for most of its time, and so begins before all
 * others, and takes none of their threads.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class TranscriptsTest {

  private static final Path TRANSCRIPTS =
      Path.of(System.getProperty("twophase.root"), "cli/src/test/resources/transcripts");
  private static final String HEADING = "## ";

  @TempDir Path folder;

  private record Section(String name, Session session, List<Markdown.Block> files) {

    static Section of(Path file, List<String> lines) {
      Markdown text = Markdown.of(file, lines);
      return new Section(
          file.getFileName() + ": " + lines.get(0),
          Session.of(text),
          text.blocks().stream().filter(block -> !block.language().isEmpty()).toList());
    }

    boolean waits() {
      return session.commands().stream().anyMatch(command -> command.line().endsWith(" &"));
    }

    int length() {
      return waits() ? Integer.MAX_VALUE : session.commands().size();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Section> sections() throws IOException {
    List<Section> sections = new ArrayList<>();
    try (Stream<Path> files = Files.list(TRANSCRIPTS)) {
      for (Path file : files.sorted().toList()) {
        String[] parts = Files.readString(file).split("(?m)^" + HEADING);
        for (String part : List.of(parts).subList(1, parts.length)) {
          sections.add(Section.of(file, part.lines().toList()));
        }
      }
    }
    sections.sort(Comparator.comparing(Section::length).reversed());
    return sections;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("sections")
  void aCommandWritesWhatIsShown(Section section) throws IOException {
    for (Markdown.Block block : section.files()) {
      Path file = folder.resolve(block.language());
      Files.createDirectories(file.getParent());
      Files.write(file, block.lines());
    }
    if (section.waits()) {
      CompletableFuture.runAsync(() -> run(section), task -> new Thread(task).start()).join();
    } else {
      run(section);
    }
  }

  private void run(Section section) {
    try (Shell shell = Shell.withPrograms(folder)) {
      section.session().runIn(shell);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }
}
