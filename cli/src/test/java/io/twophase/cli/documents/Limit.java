package io.twophase.cli.documents;

import java.util.Map;
import java.util.Set;

/**
 * The limits of a document, which may only fall. A document without faults has zeros; the others
 * are not rewritten yet.
 *
 * @param words that people write in it: whatever blanks divide, if it has a letter or a digit
 * @param headless sentences that begin with a clause in the place of a subject
 * @param everyday everyday words that stand for terms
 */
record Limit(int words, int headless, int everyday) {

  /**
   * The documents that tests generate from the code, or compare with it line by line: {@code
   * CommandPageTest}, {@code OutcomesPageTest}, and {@code RulesPageTest} with {@code
   * BrokenRulesTest}.
   */
  static final Set<String> GENERATED = Set.of("CLI.md", "OUTCOMES.md", "RULES.md");

  /** The words of all documents that people write. */
  static final int HAND_WRITTEN = 24_500;

  static final Map<String, Limit> OF_DOCUMENTS =
      Map.ofEntries(
          Map.entry("ADOPTION.md", new Limit(550, 0, 0)),
          Map.entry("ARCHITECTURE.md", new Limit(1_300, 0, 0)),
          Map.entry("CHANGELOG.md", new Limit(450, 0, 0)),
          Map.entry("CHECKS.md", new Limit(600, 0, 0)),
          Map.entry("CLI.md", new Limit(400, 0, 0)),
          Map.entry("COMPARED.md", new Limit(750, 0, 0)),
          Map.entry("CONSOLE.md", new Limit(650, 0, 0)),
          Map.entry("CONTRIBUTING.md", new Limit(950, 0, 0)),
          Map.entry("FIGURES.md", new Limit(1_250, 0, 0)),
          Map.entry("FORMS.md", new Limit(900, 0, 0)),
          Map.entry("GLOSSARY.md", new Limit(750, 0, 0)),
          Map.entry("GUIDE.md", new Limit(4_250, 0, 0)),
          Map.entry("METERS.md", new Limit(400, 0, 0)),
          Map.entry("OPERATIONS.md", new Limit(4_250, 0, 0)),
          Map.entry("OUTCOMES.md", new Limit(300, 0, 0)),
          Map.entry("PERFORMANCE.md", new Limit(1_150, 0, 0)),
          Map.entry("PROTOCOL.md", new Limit(3_450, 0, 0)),
          Map.entry("README.md", new Limit(850, 0, 0)),
          Map.entry("RULES.md", new Limit(3_050, 0, 0)),
          Map.entry("SECURITY.md", new Limit(250, 0, 0)),
          Map.entry("SERVERS.md", new Limit(750, 0, 0)),
          Map.entry("TESTING.md", new Limit(850, 0, 0)),
          Map.entry("llms.txt", new Limit(600, 0, 0)));

  /** The words of a page of a task above its mark: the title. */
  private static final Limit OF_TASKS = new Limit(10, 0, 0);

  /** A document without a limit of its own may have no fault, and must get a limit. */
  static Limit of(Markdown document) {
    return document.file().getParent().endsWith("docs/tasks")
        ? OF_TASKS
        : OF_DOCUMENTS.getOrDefault(document.toString(), new Limit(0, 0, 0));
  }
}
