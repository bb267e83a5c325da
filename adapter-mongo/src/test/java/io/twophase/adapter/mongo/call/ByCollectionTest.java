package io.twophase.adapter.mongo.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.document.CollectionName;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls that concern several collections. */
class ByCollectionTest {

  private static final String IN_DOUBT = "in doubt";

  private final List<String> sent = new ArrayList<>();

  private List<String> send(String failing, List<String> asked, boolean unavailable) {
    return ByCollection.send(
        asked,
        one -> CollectionName.of(one.substring(0, 1)),
        (name, of) -> {
          if (name.collection().equals(failing)) {
            if (unavailable) {
              throw new StoreUnavailableException("gone", new IllegalStateException());
            }
            return of.stream().map(one -> IN_DOUBT).toList();
          }
          sent.addAll(of);
          return of.stream().map(one -> "done " + one).toList();
        },
        IN_DOUBT);
  }

  @Test
  void answersComeInTheOrderAsked() {
    assertThat(send("none", List.of("a1", "b1", "a2"), false))
        .containsExactly("done a1", "done b1", "done a2");
    assertThat(sent).containsExactly("a1", "a2", "b1");
  }

  @Test
  void afterADoubtNothingMoreIsSent() {
    assertThat(send("b", List.of("a1", "b1", "c1", "a2"), false))
        .containsExactly("done a1", IN_DOUBT, IN_DOUBT, "done a2");
    assertThat(sent).containsExactly("a1", "a2");
  }

  @Test
  void aStoreThatIsGoneAfterTheFirstLeavesADoubt() {
    assertThat(send("b", List.of("a1", "b1", "c1"), true))
        .containsExactly("done a1", IN_DOUBT, IN_DOUBT);
    assertThat(sent).containsExactly("a1");
  }

  @Test
  void oneThatIsGoneBeforeTheFirstHasDoneNothing() {
    assertThatThrownBy(() -> send("a", List.of("a1", "b1"), true))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(sent).isEmpty();
  }

  /** Sends to all; {@code refusing} refuses, and {@code away} cannot be reached. */
  private List<String> sendToAll(String refusing, String away, List<String> asked) {
    return ByCollection.sendToAll(
        asked,
        one -> CollectionName.of(one.substring(0, 1)),
        (name, of) -> {
          if (name.collection().equals(refusing)) {
            throw new StoreException("refused", new IllegalStateException());
          }
          if (name.collection().equals(away)) {
            throw new StoreUnavailableException("gone", new IllegalStateException());
          }
          sent.addAll(of);
          return of.stream().map(one -> "done " + one).toList();
        },
        IN_DOUBT);
  }

  @Test
  void whatIsAwayLeavesADoubtOfItsOwnOnly() {
    assertThat(sendToAll("none", "a", List.of("a1", "b1", "a2")))
        .containsExactly(IN_DOUBT, "done b1", IN_DOUBT);
  }

  @Test
  void oneThatRefusesIsToldWhenAllWereSentTo() {
    assertThatThrownBy(() -> sendToAll("a", "none", List.of("a1", "b1", "c1")))
        .isExactlyInstanceOf(StoreException.class)
        .hasMessage("refused");
    assertThat(sent).containsExactly("b1", "c1");
  }

  @Test
  void whereAllAreAwayNothingIsDone() {
    assertThatThrownBy(() -> sendToAll("none", "a", List.of("a1", "a2")))
        .isInstanceOf(StoreUnavailableException.class);
  }
}
