package io.twophase.adapter.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.ports.StoreUnavailableException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallsTest {

  @Test
  void aBatchHasAThousandElementsAtMost() {
    assertThat(Calls.ofReads(Collections.nCopies(2_001, "x")))
        .extracting(List::size)
        .containsExactly(1_000, 1_000, 1);
    assertThat(Calls.ofReads(List.of())).isEmpty();
  }

  @Test
  void aStoreThatIsGoneIsAnExceptionOnlyBeforeAnythingWasSent() {
    StoreUnavailableException gone = new StoreUnavailableException("gone");

    assertThatThrownBy(
            () ->
                Calls.send(
                    List.of(List.of("a")),
                    batch -> {
                      throw gone;
                    },
                    "?"))
        .isSameAs(gone);
    assertThat(
            Calls.send(
                List.of(List.of("a"), List.of("b"), List.of("c")),
                batch -> {
                  if (batch.contains("b")) {
                    throw gone;
                  }
                  return List.of("yes");
                },
                "?"))
        .containsExactly("yes", "?", "?");
  }
}
