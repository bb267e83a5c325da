package io.twophase.cli.documents;

import java.util.Map;
import java.util.Set;

/** The words that a document may have, as {@code wc -w} counts them. The limits only fall. */
final class Limit {

  /**
   * The documents that tests generate from the code, or compare with it line by line: {@code
   * CommandPageTest}, {@code OutcomesPageTest}, and {@code RulesPageTest} with {@code
   * BrokenRulesTest}.
   */
  static final Set<String> GENERATED = Set.of("CLI.md", "OUTCOMES.md", "RULES.md");

  /** The words of all documents that people write. The aim is 25,000. */
  static final int HAND_WRITTEN = 28_170;

  static final Map<String, Integer> OF_DOCUMENTS =
      Map.ofEntries(
          Map.entry("ADOPTION.md", 600),
          Map.entry("ARCHITECTURE.md", 1_600),
          Map.entry("CHANGELOG.md", 450),
          Map.entry("CHECKS.md", 800),
          Map.entry("CLI.md", 400),
          Map.entry("COMPARED.md", 900),
          Map.entry("CONSOLE.md", 700),
          Map.entry("CONTRIBUTING.md", 1_100),
          Map.entry("FIGURES.md", 1_850),
          Map.entry("FORMS.md", 1_050),
          Map.entry("GLOSSARY.md", 900),
          Map.entry("GUIDE.md", 4_650),
          Map.entry("METERS.md", 550),
          Map.entry("OPERATIONS.md", 4_700),
          Map.entry("OUTCOMES.md", 300),
          Map.entry("PERFORMANCE.md", 1_300),
          Map.entry("PROTOCOL.md", 3_750),
          Map.entry("README.md", 900),
          Map.entry("RULES.md", 3_600),
          Map.entry("SECURITY.md", 250),
          Map.entry("SERVERS.md", 850),
          Map.entry("TESTING.md", 950),
          Map.entry("llms.txt", 600));

  /** The words of a page of a task above its mark: the title. */
  private static final int OF_TASKS = 10;

  private Limit() {}

  /** A document without a limit of its own must get one. */
  static int of(Markdown document) {
    return document.file().getParent().endsWith("docs/tasks")
        ? OF_TASKS
        : OF_DOCUMENTS.getOrDefault(document.toString(), 0);
  }
}
