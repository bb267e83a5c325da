package io.twophase.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of documents, and that a document which says what is not so is found. */
class DocumentsBiteTest {

  private static final String FOUND =
      """
      # A title: of `two` words

      A [link](other.md#part) and a `TwoPhase` span.

          $ ./twophase --store memory: audit
          accounts  …
          findings  0

      - an item

          that goes on

      ```java
      int x;
      ```
      """;

  @TempDir Path folder;

  private Markdown document(String text) throws IOException {
    return Markdown.read(Files.writeString(folder.resolve("document.md"), text));
  }

  private void run(String text) throws IOException {
    try (Shell shell = new Shell(folder)) {
      Session.of(document(text)).runIn(shell);
    }
  }

  @Test
  void aDocumentIsTakenApart() throws IOException {
    Markdown document = document(FOUND);
    assertThat(document.anchors()).containsExactly("a-title-of-two-words");
    assertThat(document.links()).containsExactly("other.md#part");
    assertThat(document.spans()).containsExactly("two", "TwoPhase");
    assertThat(document.blocks())
        .extracting(Markdown.Block::language, block -> block.lines().size())
        .containsExactly(tuple("", 3), tuple("java", 1));
  }

  @Test
  void whatIsSoIsTaken() throws IOException {
    run(FOUND);
    run("    $ ./twophase --store memory: account show x\n    …\n    $ echo $?\n    1\n");
    run("    ./twophase --store memory: audit\n");
  }

  @Test
  void anotherOutputIsFound() {
    assertThatThrownBy(() -> run("    $ ./twophase --store memory: audit\n    findings  1\n"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("findings");
    assertThatThrownBy(() -> run("    $ ./twophase --store memory: audit\n    accounts  0\n"))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void anotherExitCodeIsFound() {
    assertThatThrownBy(() -> run("    ./twophase --store memory: account show x\n"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("exit code of ./twophase --store memory: account show x");
    assertThatThrownBy(
            () -> run("    $ ./twophase --store memory: audit\n    …\n    $ echo $?\n    1\n"))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void aCommandOfOthersIsFound() {
    assertThatThrownBy(() -> run("    $ ls\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ls");
  }

  @Test
  void javaThatIsInNoFileIsFound() {
    Sources sources =
        new Sources(List.of(Sources.plain("  /** * a */\n  int a;\n\n  int b;")), Set.of());
    assertThat(sources.contain(List.of("int a;", "int b;"))).isTrue();
    assertThat(sources.contain(List.of("int b;", "int a;"))).isFalse();
    assertThat(sources.contain(List.of("int a"))).isFalse();
  }
}
