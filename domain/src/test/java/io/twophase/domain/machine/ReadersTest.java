package io.twophase.domain.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Found;
import io.twophase.domain.machine.Reader.Rule;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A reader beside workers, of records of one and of several … */
class ReadersTest {

  private static final Map<String, Scene> SCENES = Scenes.table("readers.txt");

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
  @CsvFileSource(resources = "readers-without.csv")
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
