package io.twophase.domain.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tables of docs/appendix/RULES.md … */
class RulesPageTest {

  private static final Path PAGE =
      Path.of(System.getProperty("twophase.root", ".."), "docs", "appendix", "RULES.md");
  private static final Pattern ROW =
      Pattern.compile("\\| [^|]+ \\| `([A-Z0-9_]+)` \\| [^|]+ \\| (\\d+) \\|");

  @Test
  void giveEachFlawTheStepsOfARunThatBrokenRulesTestExplores() throws IOException {
    Map<String, Integer> rows = new TreeMap<>();
    for (String line : Files.readAllLines(PAGE)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        rows.put(row.group(1), Integer.parseInt(row.group(2)));
      }
    }
    assertThat(rows).hasSizeGreaterThan(30);
    assertThat(rows)
        .allSatisfy(
            (flaw, steps) ->
                assertThat(Flaw.valueOf(flaw).runs())
                    .as(flaw)
                    .extracting(Flaw.Run::steps)
                    .contains(steps));
  }
}
