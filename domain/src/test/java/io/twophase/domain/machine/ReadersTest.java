package io.twophase.domain.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.explorer.breadth.Found;
import io.twophase.domain.machine.Reader.Rule;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A reader beside workers, of records of one and of several … */
class ReadersTest {

  private static final Map<String, Scene> SCENES = Scenes.table("readers.txt");

  /** Each reader that leaves out no rule, in the scenes that name it; the plain one in all. */
  static Stream<Arguments> scenes() {
    return SCENES.entrySet().stream()
        .flatMap(
            scene ->
                Stream.of(Rule.values())
                    .filter(rule -> rule == Rule.NONE || scene.getValue().has(rule.name()))
                    .map(rule -> arguments(scene.getKey(), rule)));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("scenes")
  void answersWhatWasDecidedAtOneMomentOfTheReading(String name, Rule rule) {
    Found all = explore(name, rule);
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
    Scene scene = SCENES.get(name);
    return Explorer.explore(
        rule + " in " + name, rule == Rule.NONE ? scene : scene.with("readersFlaw", rule));
  }
}
