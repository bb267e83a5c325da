package io.twophase.domain.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Found;
import io.twophase.domain.machine.Reader.Rule;
import io.twophase.domain.machine.Scene.Trait;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A reader beside workers, of records of one and of several")
class ReadersTest {

  private static final Map<String, Scene> SCENES = new LinkedHashMap<>();

  static {
    Scene sum = Scene.of("A", "3", "A-1", "", "lone:0 ask:0").timeOuts(1);
    SCENES.put("sum", sum.read("A"));
    SCENES.put("sums", Scene.of("AB", "3 0", "A-1 B+2", "", "lone:0").read("AB"));
    SCENES.put("number", of("A", "9", "A-1; A-2").read("A"));
    SCENES.put("back", of("AB", "3 0", "A:3>2 B:0>1; A:2>3 B:1>2").read("AB"));
    SCENES.put("after", of("CAB", "0 0 0", "C:0>1 A:0>1; C:1>2 B:0>2").read("AB"));
    SCENES.put("held", of("ABC", "0 0 0", "C:0>1 A:0>1; B:0>2 C:1>2").read("AB"));
    SCENES.put("between", of("BA", "0 -", "B:0>1 A!1; A/ B:1>2").read("BA"));
    SCENES.put("removed", of("AB", "- 0", "A!1 B:0>1; A/ B:1>2").read("AB"));

    Scene again = Scene.of("A", "3", "A-1", "0", "own:0 recover:0").timeOuts(1);
    SCENES.put("sum+", again.read("A"));
    SCENES.put("sums+", Scene.of("AB", "3 0", "A-1 B+2; B+1", "01", "own:0").read("AB"));
    SCENES.put("number+", several("A", "9", "A-1; A-2").read("A"));
    SCENES.put("back+", several("AB", "3 0", "A:3>2 B:0>1; A:2>3 B:1>2").read("AB"));
    SCENES.put("after+", several("CAB", "0 0 0", "C:0>1 A:0>1; C:1>2 B:0>2").read("AB"));
    SCENES.put("held+", several("ABC", "0 0 0", "C:0>1 A:0>1; B:0>2 C:1>2").read("AB"));
    SCENES.put("between+", several("BA", "0 -", "B:0>1 A!1; A/ B:1>2").read("BA"));
    SCENES.put("removed+", several("AB", "- 0", "A!1 B:0>1; A/ B:1>2").read("AB"));
    SCENES.put("refused+", Scene.of("AD", "1 0", "D:0>1 A-2; A-1", "01", "own:0").read("D"));
    SCENES.put(
        "left+", Scene.of("AD", "2 0", "D:>1 A-1; D:>2; A-1", "02", "own:0 lone:1").read("AD"));
    SCENES.put(
        "retained+", Scene.of("A", "3", "A-1; A-1", "01", "own:0").that(Trait.RETAIN).read("A"));
  }

  private static Scene of(String targets, String values, String members) {
    return Scene.of(targets, values, members, "", "lone:0 lone:1");
  }

  private static Scene several(String targets, String values, String members) {
    return Scene.of(targets, values, members, "0 1", "own:0 own:1");
  }

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
    "ABSENT_IS_READ_LAST, between",
    "ABSENT_IS_READ_LAST, between+",
    "UNDECIDED_ARE_READ_BEFORE_ABSENT, removed",
    "UNDECIDED_ARE_READ_BEFORE_ABSENT, removed+"
  })
  void withoutOneRuleAnAnswerComesThatNeverWas(Rule rule, String name) {
    Found found = explore(name, rule);
    assertThat(found.fault()).as(found.report()).isNotEmpty();
    assertThat(found.fault().get()).contains("is read, and was none of");
  }

  private static Found explore(String name, Rule rule) {
    long start = System.nanoTime();
    Scene scene = SCENES.get(name);
    Found found = Explorer.explore(rule == Rule.NONE ? scene : scene.readWithout(rule));
    System.out.printf(
        "%-34s %-10s %4d steps %8d states %6d ms %s%n",
        rule,
        name,
        found.trace().size(),
        found.states(),
        (System.nanoTime() - start) / 1_000_000,
        found.fault().getOrElse("-"));
    return found;
  }
}
