package io.twophase.cli.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sentences of a text, and the faults that the house style names. */
final class Prose {

  private static final Pattern HEADLESS =
      Pattern.compile(
          "^(What|Whatever|Whoever|Who|Whose|Whether|Where|Which|How|Of)\\b[^?]*$"
              + "|^The same( (as|by|for|from|goes|holds|in|is|of|to|was|with)\\b|[,.:;])");

  /** Verbs and nouns of everyday that stood for terms; {@code left out} is a term. */
  private static final Pattern EVERYDAY =
      Pattern.compile(
          "(?i)\\b(told|tells?|look(s|ed|ing)?|seen|left(?![ -]out)|(come|comes|came) to"
              + "|by (itself|themselves)|beside)\\b");

  private static final Pattern SPAN = Pattern.compile("`[^`]*`");
  private static final Pattern LINK = Pattern.compile("!?\\[([^\\]]*)]\\([^)]*\\)");
  private static final Pattern MARK = Pattern.compile("^(\\s*([-*]|\\d+\\.)\\s+|#+\\s+)|\\*\\*?");
  private static final Pattern END = Pattern.compile("(?<=[.!?])\\s+(?=[^a-z])");
  private static final Pattern NEW_ITEM = Pattern.compile("^\\s*([-*]|\\d+\\.)\\s.*");
  private static final Pattern TAG = Pattern.compile("\\{@\\w+ ([^}]*)}|<[^>]*>");

  private Prose() {}

  /** The sentences outside of tables, headings and code. */
  static List<String> sentences(Markdown document) {
    List<String> paragraphs = new ArrayList<>();
    StringBuilder paragraph = new StringBuilder();
    for (String line : document.prose()) {
      boolean isApart = line.isBlank() || line.startsWith("#") || line.strip().startsWith("|");
      if (isApart || NEW_ITEM.matcher(line).matches()) {
        paragraphs.add(paragraph.toString());
        paragraph.setLength(0);
      }
      if (!isApart) {
        paragraph.append(plain(line)).append(' ');
      }
    }
    paragraphs.add(paragraph.toString());
    return paragraphs.stream().flatMap(Prose::sentencesOf).toList();
  }

  /** The sentences of a Javadoc comment, of which the first is its summary. */
  static Stream<String> ofJavadoc(String javadoc) {
    String text = javadoc.replaceAll("(?m)^\\s*\\* ?", "").replaceAll("(?ms)^@.*", "");
    return sentencesOf(TAG.matcher(text.replaceAll("\\s+", " ")).replaceAll("$1"));
  }

  /** The sentences that begin with a clause in the place of a subject. */
  static List<String> headless(List<String> sentences) {
    return sentences.stream().filter(sentence -> HEADLESS.matcher(sentence).find()).toList();
  }

  /** The everyday words that stand for terms, each with its sentence. */
  static List<String> everyday(List<String> sentences) {
    return sentences.stream()
        .flatMap(
            sentence ->
                EVERYDAY
                    .matcher(sentence)
                    .results()
                    .map(MatchResult::group)
                    .map(word -> word + ": " + sentence))
        .toList();
  }

  private static String plain(String line) {
    String linked = LINK.matcher(SPAN.matcher(line).replaceAll("X")).replaceAll("$1");
    return MARK.matcher(linked).replaceAll("").strip();
  }

  /** The sentences of one paragraph. */
  static Stream<String> sentencesOf(String paragraph) {
    return END.splitAsStream(paragraph.strip()).filter(sentence -> !sentence.isEmpty());
  }
}
