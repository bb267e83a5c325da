package io.twophase.domain.explorer.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.explorer.search.Exploration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The explorer of authorizations finds what goes wrong where")
class BrokenAuthorizationRulesTest {

  static Stream<Arguments> broken() {
    return Stream.of(
        arguments(
            "a worker authorizes without all holds",
            AuthorizationScenes.VOIDED.drivenBy(BrokenDrivers.DECIDES_WITHOUT_ALL_HOLDS)),
        arguments(
            "a record is authorized at another epoch than its holds",
            AuthorizationScenes.AUTHORIZED
                .timeOuts(1)
                .over(BrokenAuthorizations.AUTHORIZES_AT_ANY_EPOCH)),
        arguments(
            "an authorization happens as soon as it is held",
            AuthorizationScenes.AUTHORIZED.over(BrokenAuthorizations.HAPPENS_WHEN_HELD)),
        arguments(
            "what is voided is captured",
            AuthorizationScenes.DECIDED.over(BrokenAuthorizations.CAPTURES_WHAT_IS_VOIDED)),
        arguments(
            "what is captured is voided",
            AuthorizationScenes.DECIDED.over(BrokenAuthorizations.VOIDS_WHAT_IS_CAPTURED)),
        arguments(
            "the record does not say what was captured",
            AuthorizationScenes.DECIDED.over(BrokenAuthorizations.FORGETS_WHAT_IS_CAPTURED)),
        arguments(
            "a settle moves all that is held",
            AuthorizationScenes.DECIDED.over(BrokenAuthorizations.SETTLES_ALL_THAT_IS_HELD)),
        arguments(
            "more arrives than leaves",
            AuthorizationScenes.DECIDED.over(BrokenAuthorizations.CAPTURES_OUT_OF_BALANCE)),
        arguments(
            "recovery takes over what is authorized",
            AuthorizationScenes.CRASHED.over(BrokenAuthorizations.TAKES_OVER_WHAT_IS_AUTHORIZED)),
        arguments(
            "what is not approved is captured",
            AuthorizationScenes.APPROVED.over(BrokenAuthorizations.CAPTURES_WHAT_IS_NOT_APPROVED)),
        arguments(
            "who captures finishes before all is settled",
            AuthorizationScenes.CRASHED.drivenBy(BrokenDrivers.FINISHES_EARLY)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void andSaysHow(String rule, Scenario scenario) {
    Exploration found = Explorer.explore(scenario);
    System.out.println("where " + rule + ":\n" + found.report());
    assertThat(found.violation()).as(found.report()).isNotEmpty();
    assertThat(found.trace()).isNotEmpty();
  }

  /** What a worker believes of approvals costs a try: the compare-and-set asks the record. */
  @Test
  @DisplayName("nothing, if only who captures is wrong about the approvals")
  void approvalsAreAskedForInTheDecision() {
    Exploration all =
        Explorer.explore(
            AuthorizationScenes.APPROVED
                .timeOuts(0)
                .over(BrokenAuthorizations.BELIEVES_IT_APPROVED));
    assertThat(all.violation()).as(all.report()).isEmpty();
  }
}
