package io.twophase.cli.documents;

import static java.util.regex.Pattern.DOTALL;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The documents and the summaries of Javadoc keep to the house style, and stay short. */
class SentencesTest {

  private static final Path ROOT = Path.of(System.getProperty("twophase.root"));
  private static final Pattern JAVADOC = Pattern.compile("/\\*\\*((?:(?!\\*/).)*)\\*/", DOTALL);

  static List<Markdown> documents() throws IOException {
    return DocumentsTest.documents();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void aSentenceNamesItsSubjectInTermsOfTheGlossary(Markdown document) throws IOException {
    List<String> sentences = Prose.sentences(document);
    assertThat(Prose.headless(sentences)).isEmpty();
    assertThat(Prose.everyday(sentences)).isEmpty();
    assertThat(words(document)).as("words").isLessThanOrEqualTo(Limit.of(document));
  }

  private static int words(Markdown document) throws IOException {
    return GeneratedPage.handWritten(Files.readString(document.file()))
        .strip()
        .split("\\s+")
        .length;
  }

  @Test
  void peopleWriteNoMoreWordsThanTheyMay() throws IOException {
    int words = 0;
    for (Markdown document : documents()) {
      words += Limit.GENERATED.contains(document.toString()) ? 0 : words(document);
    }
    assertThat(words).isLessThanOrEqualTo(Limit.HAND_WRITTEN);
  }

  @Test
  void aLimitIsOfADocumentThatIsThere() throws IOException {
    assertThat(documents()).extracting(Markdown::toString).containsAll(Limit.OF_DOCUMENTS.keySet());
  }

  @Test
  void eachSentenceOfTheJavadocNamesItsSubject() throws IOException {
    for (Path file : Sources.javaFiles(ROOT)) {
      if (file.toString().contains("/src/main/")) {
        assertThat(Prose.headless(javadoc(Files.readString(file)))).as(file.toString()).isEmpty();
      }
    }
  }

  /** The sentences of each Javadoc comment. */
  private static List<String> javadoc(String source) {
    return JAVADOC
        .matcher(source)
        .results()
        .flatMap((MatchResult it) -> Prose.ofJavadoc(it.group(1)))
        .toList();
  }

  @Test
  void aPlantedSentenceIsFound() {
    List<String> sentences =
        Prose.sentences(
            Markdown.of(
                Path.of("planted.md"),
                List.of(
                    "# What is a heading?",
                    "",
                    "**Whoever is in the way** waits. The same is so of a batch. Is it?",
                    "- Of a hold, the worker is told.",
                    "| What | is a cell |",
                    "",
                    "    What is code",
                    "",
                    "A hold is left out, and `left` is a field. What is it? A worker looks",
                    "for holds that are left.")));
    assertThat(Prose.headless(sentences))
        .containsExactly(
            "Whoever is in the way waits.",
            "The same is so of a batch.",
            "Of a hold, the worker is told.");
    assertThat(Prose.everyday(sentences))
        .extracting(found -> found.substring(0, found.indexOf(':')))
        .containsExactly("told", "looks", "left");
    String javadoc = "/**\n * What a {@link Hold} is.\n *\n * <p>A. Who is it.\n * @see What\n */";
    assertThat(Prose.headless(javadoc(javadoc))).containsExactly("What a Hold is.", "Who is it.");
  }
}
