package io.twophase.ports;

import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueriesTest {

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, TransactionRepository.MAX_LATEST + 1})
  void aLimitOutOfRangeIsAFaultOfTheCaller(int limit) {
    assertThatThrownBy(() -> new TransactionQuery(Option.none(), Option.none(), limit))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Integer.toString(limit));
    assertThatThrownBy(() -> new UnfinishedQuery(Duration.ZERO, Option.none(), limit))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Integer.toString(limit));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, TransactionRepository.MAX_LATEST})
  void aLimitInRangeIsTaken(int limit) {
    assertThat(new TransactionQuery(Option.none(), Option.none(), limit).limit()).isEqualTo(limit);
    assertThat(new UnfinishedQuery(Duration.ZERO, Option.none(), limit).limit()).isEqualTo(limit);
  }

  @Test
  void anAgeBelowZeroIsAFaultOfTheCaller() {
    assertThatThrownBy(() -> new UnfinishedQuery(Duration.ofMillis(-1), Option.none(), 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSkipBelowZeroIsAFaultOfTheCaller() {
    UnfinishedQuery query = new UnfinishedQuery(Duration.ZERO, Option.none(), 1);

    assertThat(query.skip()).isZero();
    assertThat(query.withSkip(20_000).skip()).isEqualTo(20_000);
    assertThatThrownBy(() -> query.withSkip(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("skip -1");
  }

  @Test
  void thePlaceBehindARecordIsItsDateAndId() {
    Transaction shown = new NewRecord.Tombstone(transactionId("t")).stored(NOW);
    UnfinishedQuery query = new UnfinishedQuery(Duration.ZERO, Option.none(), 1).withSkip(7);

    assertThat(query.after().isEmpty()).isTrue();
    assertThat(query.after(shown).after())
        .isEqualTo(Option.some(new UnfinishedQuery.Place(NOW, transactionId("t"))));
    assertThat(query.after(shown).skip()).isZero();
    assertThat(query.withLimit(5).limit()).isEqualTo(5);
    assertThat(query.withLimit(5).skip()).isEqualTo(7);
  }

  @Test
  void aTombstoneIsStoredCanceled() {
    NewRecord tombstone = new NewRecord.Tombstone(transactionId("t"));

    assertThat(tombstone.id()).isEqualTo(transactionId("t"));
    assertThat(tombstone.body().isTombstone()).isTrue();
    assertThat(tombstone.stored(NOW).state()).isEqualTo(State.CANCELED);
  }
}
