package io.twophase.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * A document whose end is generated. People write the text above the mark, and a test compares the
 * text below the mark with the code. A run with {@code -Dtwophase.pages=write} writes the page
 * anew.
 */
final class GeneratedPage {

  /** The line above which people write. */
  static final String MARK =
      "<!-- generated from the code: -Dtwophase.pages=write writes it anew -->";

  private static final Pattern DOCUMENT = Pattern.compile("docs/([A-Z]+\\.md)(#[a-z-]+)?");

  private GeneratedPage() {}

  /** A text of the code, with links to the documents that it names. */
  static String linked(String text) {
    return DOCUMENT.matcher(text).replaceAll("[$1]($1$2)");
  }

  /** The text that people write: all of it, if the document is not generated. */
  static String handWritten(String text) {
    int mark = text.indexOf(MARK);
    return mark < 0 ? text : text.substring(0, mark);
  }

  /** Demands that the page ends with {@code generated}, or writes it so. */
  static void isAsGenerated(Path page, String generated) throws IOException {
    String text = Files.readString(page);
    assertThat(text).contains(MARK);
    isWhole(page, handWritten(text) + MARK + "\n\n" + generated.strip() + "\n");
  }

  /** Demands that the page is {@code wanted}, or writes it so. */
  static void isWhole(Path page, String wanted) throws IOException {
    if ("write".equals(System.getProperty("twophase.pages"))) {
      Files.writeString(page, wanted);
    }
    assertThat(Files.readString(page)).isEqualTo(wanted);
  }
}
