package io.twophase.domain.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Found;
import io.twophase.domain.machine.Reader.Rule;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A reader beside workers, of records of one and of several … */
class ReadersTest {

  private static final Map<String, Scene> SCENES =
      Scenes.table(
          """
          sum       | A   | 3     | A-1                      |     | lone:0 ask:0    | timeOuts=1 read=A
          sums      | AB  | 3 0   | A-1 B+2                  |     | lone:0          | read=AB
          number    | A   | 9     | A-1; A-2                 |     | lone:0 lone:1   | read=A
          back      | AB  | 3 0   | A:3>2 B:0>1; A:2>3 B:1>2 |     | lone:0 lone:1   | read=AB
          after     | CAB | 0 0 0 | C:0>1 A:0>1; C:1>2 B:0>2 |     | lone:0 lone:1   | read=AB
          held      | ABC | 0 0 0 | C:0>1 A:0>1; B:0>2 C:1>2 |     | lone:0 lone:1   | read=AB
          between   | BA  | 0 -   | B:0>1 A!1; A/ B:1>2      |     | lone:0 lone:1   | read=BA
          removed   | AB  | - 0   | A!1 B:0>1; A/ B:1>2      |     | lone:0 lone:1   | read=AB
          sum+      | A   | 3     | A-1                      | 0   | own:0 recover:0 | timeOuts=1 read=A
          sums+     | AB  | 3 0   | A-1 B+2; B+1             | 01  | own:0           | read=AB
          number+   | A   | 9     | A-1; A-2                 | 0 1 | own:0 own:1     | read=A
          back+     | AB  | 3 0   | A:3>2 B:0>1; A:2>3 B:1>2 | 0 1 | own:0 own:1     | read=AB
          after+    | CAB | 0 0 0 | C:0>1 A:0>1; C:1>2 B:0>2 | 0 1 | own:0 own:1     | read=AB
          held+     | ABC | 0 0 0 | C:0>1 A:0>1; B:0>2 C:1>2 | 0 1 | own:0 own:1     | read=AB
          between+  | BA  | 0 -   | B:0>1 A!1; A/ B:1>2      | 0 1 | own:0 own:1     | read=BA
          removed+  | AB  | - 0   | A!1 B:0>1; A/ B:1>2      | 0 1 | own:0 own:1     | read=AB
          refused+  | AD  | 1 0   | D:0>1 A-2; A-1           | 01  | own:0           | read=D
          left+     | AD  | 2 0   | D:>1 A-1; D:>2; A-1      | 02  | own:0 lone:1    | read=AD
          retained+ | A   | 3     | A-1; A-1                 | 01  | own:0           | retain read=A
          """);

  static Stream<String> scenes() {
    return SCENES.keySet().stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenes")
  void answersWhatWasDecidedAtOneMomentOfTheReading(String name) {
    Found all = explore(name, Rule.NONE);
    assertThat(all.fault()).as(all.report()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"held", "held+"})
  void alsoWhoReadsTheRecordsFirst(String name) {
    Found all = explore(name, Rule.NONE_RECORDS_FIRST);
    assertThat(all.fault()).as(all.report()).isEmpty();
  }

  /** The moment may be before the reading, but it is one. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"sums", "back", "held", "between", "between+", "removed"})
  void alsoOfAStoreWhoseReadsAreOldAtFirst(String name) {
    Found all = explore(name, Rule.NONE_OF_A_STORE_THAT_LAGS);
    assertThat(all.fault()).as(all.report()).isEmpty();
  }

  @ParameterizedTest(name = "{0} in {1}")
  @CsvSource({
    "NOTHING_IS_READ_AGAIN, sums",
    "NOTHING_IS_READ_AGAIN, sums+",
    "NOTHING_IS_READ_AGAIN, number",
    "NOTHING_IS_READ_AGAIN, number+",
    "STAMPS_ARE_IGNORED, back",
    "STAMPS_ARE_IGNORED, back+",
    "HOLDS_ARE_IGNORED, after",
    "HOLDS_ARE_IGNORED, after+",
    "EPOCHS_ARE_IGNORED, sum",
    "EPOCHS_ARE_IGNORED, sum+",
    "VERDICTS_ARE_IGNORED, refused+",
    "UNDECIDED_ARE_NOT_READ_AGAIN, held",
    "UNDECIDED_ARE_NOT_READ_AGAIN, held+",
    "READS_GO_BACK, sums",
    "READS_GO_BACK, between",
    "READS_GO_BACK, between+",
    "ABSENT_IS_READ_LAST, between",
    "ABSENT_IS_READ_LAST, between+",
    "UNDECIDED_ARE_READ_BEFORE_ABSENT, removed",
    "UNDECIDED_ARE_READ_BEFORE_ABSENT, removed+"
  })
  void withoutOneRuleAnAnswerComesThatNeverWas(Rule rule, String name) {
    Found found = explore(name, rule);
    assertThat(found.fault()).as(found.report()).isNotEmpty();
    assertThat(found.fault().orElseThrow()).contains("is read, and was none of");
  }

  private static Found explore(String name, Rule rule) {
    long start = System.nanoTime();
    Scene scene = SCENES.get(name);
    Found found = Explorer.explore(rule == Rule.NONE ? scene : scene.with("readersFlaw", rule));
    System.out.printf(
        "%-34s %-10s %4d steps %8d states %6d ms %s%n",
        rule,
        name,
        found.trace().size(),
        found.states(),
        (System.nanoTime() - start) / 1_000_000,
        found.fault().orElse("-"));
    return found;
  }
}
