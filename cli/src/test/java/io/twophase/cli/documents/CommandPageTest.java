package io.twophase.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("docs/CLI.md")
class CommandPageTest {

  private static final Path ROOT = Path.of(System.getProperty("twophase.root"));
  private static final Path EXAMPLES =
      ROOT.resolve("cli/src/test/resources/transcripts/examples.md");

  /** These commands run until they are ended or for minutes, or need a head that was kept. */
  private static final List<String> WITHOUT_EXAMPLE =
      List.of("proof consistency", "console", "server", "bench", "completion");

  @Test
  @DisplayName("is generated from the commands and from the transcripts of their examples")
  void isGenerated() throws IOException {
    Map<String, List<String>> examples = examples();
    CommandPage page = new CommandPage(examples);

    assertThat(page.names())
        .containsAll(examples.keySet())
        .filteredOn(command -> !examples.containsKey(command))
        .isEqualTo(WITHOUT_EXAMPLE);
    GeneratedPage.isAsGenerated(ROOT.resolve("docs/CLI.md"), page.text());
  }

  /** The block below each heading that names a command. */
  private static Map<String, List<String>> examples() throws IOException {
    Map<String, List<String>> examples = new LinkedHashMap<>();
    String[] parts = Files.readString(EXAMPLES).split("(?m)^### ");
    for (String part : List.of(parts).subList(1, parts.length)) {
      List<String> lines = part.lines().toList();
      Markdown.of(EXAMPLES, lines).blocks().stream()
          .filter(block -> block.language().isEmpty())
          .forEach(block -> examples.put(lines.get(0), block.lines()));
    }
    return examples;
  }
}
