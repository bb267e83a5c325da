package io.twophase.adapter.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
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
  void aBatchOfLargeElementsIsCutByWeightButHasOneElementAtLeast() {
    List<Integer> weights = List.of(20_000_000, 6_000_000, 6_000_000, 1, 20_000_000);

    assertThat(Calls.batches(weights, weight -> weight, 1_000, 12_000_000))
        .containsExactly(
            List.of(20_000_000), List.of(6_000_000, 6_000_000), List.of(1), List.of(20_000_000));
  }

  @Test
  void batchesAfterOneInDoubtAreNotSentAndInDoubt() {
    List<List<String>> sent = new ArrayList<>();

    List<String> answers =
        Calls.send(
            List.of(List.of("a", "b"), List.of("c", "d"), List.of("e")),
            batch -> {
              sent.add(batch);
              return batch.contains("c")
                  ? List.of("yes", "?")
                  : Collections.nCopies(batch.size(), "yes");
            },
            "?");

    assertThat(answers).containsExactly("yes", "yes", "yes", "?", "?");
    assertThat(sent).hasSize(2);
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
