package io.twophase.test.contract.record;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link Records#list}, of records: what recovery and retention look for. */
public abstract class RecordListingContract extends RecordContract {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final RecordQuery UNFINISHED = RecordQuery.unfinished(Duration.ZERO, 10);
  private static final RecordQuery ENDED = RecordQuery.ended(Duration.ZERO, 10);

  @Test
  void pagesFollowOneAnotherThoughRecordsOfThemChange() {
    begin(alone("t2"), alone("t1"), alone("t3"));
    letTimePass();
    begin(several(BATCH, "m1"));
    letTimePass();
    List<String> shown = new ArrayList<>();

    RecordQuery one = UNFINISHED.withLimit(1);
    List<Lookup> page = records().list(one);
    for (int at = 0; at < 5 && !page.isEmpty(); at++) {
      TransactionRecord record = page.get(0).record().orElseThrow();
      shown.add(record.id().value());
      if (shown.size() == 1) {
        move(decideAlone(record.id().value()));
      }
      page = records().list(one.after(record));
    }

    String first = shown.get(0);
    assertThat(shown).hasSize(5).endsWith("batch:1", first).contains("t1", "t2", "t3");
    assertThat(page).isEmpty();
  }

  @Test
  void whatEndedInOneMillisecondIsPagedById() {
    for (int n = 0; n < 20; n++) {
      store("t" + (99 - n), State.DONE);
      begin(NewRecord.tombstone(new RecordId("batch:" + (99 - n))));
    }
    List<String> all = list(ENDED.withLimit(99));
    assertThat(paged(ENDED.withLimit(3)))
        .as("none is missed between two pages")
        .isEqualTo(all)
        .hasSize(40);
    assertThat(
            records().list(ENDED.withLimit(99)).stream()
                .map(lookup -> lookup.record().orElseThrow().endedAt().orElseThrow()))
        .isSorted();
  }

  @Test
  void onlyWhatAnApplicationOwnedLastIsShownIfItIsAskedFor() {
    begin(alone("t1"), alone("t2"), NewRecord.submitted(body("t3")), several(BATCH, "m1"));
    Owner other = new Owner(application("other"), token("other"));
    move(Transition.acquire(id("t2"), Epoch.FIRST, other));

    assertThat(list(UNFINISHED.ownedBy(APP))).containsExactlyInAnyOrder("t1", "batch:1");
    assertThat(list(UNFINISHED.ownedBy(application("other")))).containsExactly("t2");
    RecordQuery ofApp = UNFINISHED.ownedBy(APP);
    TransactionRecord first = records().list(ofApp).get(0).record().orElseThrow();
    assertThat(list(ofApp.after(first))).hasSize(1).doesNotContain(first.id().value());
    assertThat(list(ofApp.after(first).withSkip(1))).isEmpty();
  }

  @Test
  void theOverdueAreThoseThatAreAuthorizedAndExpiredTheFirstToExpireFirst() {
    for (String id : List.of("t3", "t2", "t1", "voided", "pending")) {
      Duration lifetime = Duration.ofMillis(id.equals("t3") ? 2 : 1);
      begin(NewRecord.alone(body(id).authorizedUnder(new AuthorizationTerms(lifetime)), OWNER));
    }
    store("long", State.AUTHORIZED);
    List.of("t1", "t2", "t3", "voided")
        .forEach(id -> move(Transition.authorize(id(id), Epoch.FIRST)));
    move(Transition.cancel(record(id("voided")), ON_REQUEST, RIVAL, List.of()));
    RecordQuery overdue = RecordQuery.overdue(10);
    for (int tries = 0; tries < 1_000 && list(overdue).size() < 3; tries++) {
      letTimePass(); // the store's clock may be an estimate
    }

    List<String> shown = list(overdue);
    assertThat(shown).containsExactlyInAnyOrder("t1", "t2", "t3");
    assertThat(
            records().list(overdue).stream()
                .map(lookup -> lookup.transaction().orElseThrow().expiresAt().orElseThrow()))
        .isSorted();
    assertThat(list(overdue.withLimit(2))).isEqualTo(shown.subList(0, 2));
    move(Transition.capture(transactionId("t1"), Epoch.FIRST, List.of(), 0, RIVAL));
    assertThat(list(overdue)).containsExactlyInAnyOrder("t2", "t3");
  }

  @Test
  void allThatIsAuthorizedIsListedPageByPageThoseFirstThatExpireFirst() {
    List<String> ids = List.of("t5", "t4", "t3", "t2", "t1", "captured");
    for (String id : ids) {
      Duration lifetime = id.equals("t1") ? Duration.ofDays(2) : HOUR;
      begin(NewRecord.alone(body(id).authorizedUnder(new AuthorizationTerms(lifetime)), OWNER));
      move(Transition.authorize(id(id), Epoch.FIRST));
    }
    begin(
        NewRecord.alone(body("pending").authorizedUnder(new AuthorizationTerms(HOUR)), OWNER),
        NewRecord.alone(body("expired").authorizedUnder(expiringAtOnce()), OWNER));
    move(Transition.authorize(id("expired"), Epoch.FIRST));
    move(Transition.capture(transactionId("captured"), Epoch.FIRST, List.of(), 0, RIVAL));
    RecordQuery authorized = RecordQuery.authorized(99);

    List<String> all = list(authorized);

    assertThat(all)
        .containsExactlyInAnyOrder("expired", "t1", "t2", "t3", "t4", "t5")
        .startsWith("expired")
        .endsWith("t1");
    assertThat(paged(authorized.withLimit(2))).isEqualTo(all);
    assertThat(list(RecordQuery.overdue(99))).doesNotContain("t1", "t2", "t3", "t4", "t5");
    Lookup third = records().list(authorized).get(2);
    assertThat(list(authorized.after(third.transaction().orElseThrow())))
        .isEqualTo(all.subList(3, 6));
  }

  private static AuthorizationTerms expiringAtOnce() {
    return new AuthorizationTerms(Duration.ofMillis(1));
  }
}
