package io.twophase.app.recovery;

import static io.twophase.app.recovery.RecoveryWorld.ALL;
import static io.twophase.app.recovery.RecoveryWorld.DEAD;
import static io.twophase.app.testing.Books.recover;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.Transition;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Store;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RecoveryTest {

  @AutoClose private final RecoveryWorld there = new RecoveryWorld();

  @Test
  void aFullPageOfWhatCannotBeVoidedKeepsNoOtherWaiting() {
    Duration week = Duration.ofDays(7);
    NewTransaction body =
        transfer("t", "A", "B", cents(50)).authorizedUnder(new AuthorizationTerms(week));
    there.begin(body, DEAD);
    new DocumentWrites(there.sound).hold(body, 1);
    there.move(Transition.authorize(RecordId.of(body.id()), epoch(1)));
    there.clock.advance(week);
    List<Lookup> damaged =
        Collections.nCopies(RecordQuery.MAX_LIMIT, Lookup.unreadable("x", "odd"));
    RecordQuery first = RecordQuery.overdue(RecordQuery.MAX_LIMIT);
    Store full =
        Books.at(
            there.store,
            "list",
            call ->
                call.asked().equals(List.of(first))
                    ? damaged
                    : call.asked().equals(List.of(first.withSkip(RecordQuery.MAX_LIMIT)))
                        ? call.with(List.of(first)).make()
                        : call.make());

    try (TwoPhase recoverer = there.host(full, TwoPhaseSettings.of(application("test")))) {
      assertThat(recover(recoverer, ALL))
          .endsWith(
              new Recovered.Canceled(
                  "t", State.AUTHORIZED, new CancelReason.Expired(Fixtures.NOW.plus(week))));
    }
  }
}
