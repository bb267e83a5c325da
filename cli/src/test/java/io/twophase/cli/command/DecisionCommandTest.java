package io.twophase.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.authorization.AuthorizationRefusal;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each refusal of a decision names what goes on. */
class DecisionCommandTest {

  static Stream<Class<?>> refusals() {
    return Stream.of(AuthorizationRefusal.class.getPermittedSubclasses());
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void aRefusalHasAWayOn(Class<?> refusal) {
    assertThat(DecisionCommand.wayOn(refusal)).isNotBlank();
  }
}
