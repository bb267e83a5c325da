package io.twophase.console.screen;

import io.twophase.console.live.Sample;
import io.twophase.console.page.Pages;
import io.twophase.console.view.Json;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.State;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A sample of a store, as the screen and its JSON have it. */
final class NowModel {

  /** So many stuck records are shown; the others are found by a search. */
  private static final int MOST_SHOWN = 50;

  private NowModel() {}

  static Map<String, Object> of(Sample sample) {
    return sample.isRead() ? read(sample) : Json.object("isRead", false);
  }

  private static Map<String, Object> read(Sample sample) {
    List<TransactionRecord> records =
        sample.unfinished().stream().flatMap(seen -> seen.record().toJavaStream()).toList();
    OwnerSigns owners = new OwnerSigns(sample.owners());
    Stuck rule = new Stuck(owners);
    List<Lookup> stuck = sample.unfinished().stream().filter(rule::isStuck).toList();
    boolean isMore = sample.unfinished().size() >= Sample.MOST_UNFINISHED;
    return Json.object(
        "isRead", true,
        "at", sample.at().truncatedTo(ChronoUnit.SECONDS),
        "fault", sample.fault(),
        "unfinished", sample.unfinished().size(),
        "isMore", isMore,
        "states", states(records),
        "isAnyStuck", !stuck.isEmpty(),
        "stuckCount", stuck.size(),
        "isMoreStuck", isMore && stuck.size() == sample.unfinished().size(),
        "stuckShown", Math.min(stuck.size(), MOST_SHOWN),
        "areAllShown", stuck.size() <= MOST_SHOWN,
        "stuck", stuck.stream().limit(MOST_SHOWN).map(rule::view).toList(),
        "hasOwners", !sample.owners().isEmpty(),
        "owners", owners.all(records),
        "rates", Charts.of(sample.rates().all(), sample.at()),
        "hasAuthorizations", !sample.authorizations().isEmpty(),
        "authorizations",
            sample.authorizations().stream().map(one -> authorization(one, sample.at())).toList(),
        "areAllAuthorizations", sample.authorizations().size() < Sample.MOST_AUTHORIZATIONS);
  }

  private static List<Map<String, Object>> states(List<TransactionRecord> records) {
    Map<State, Integer> counts = new EnumMap<>(State.class);
    for (State state : List.of(State.INITIAL, State.PENDING, State.APPLIED, State.CANCELING)) {
      counts.put(state, 0);
    }
    records.forEach(record -> counts.merge(record.state(), 1, Integer::sum));
    return counts.entrySet().stream()
        .map(count -> Json.object("state", count.getKey(), "count", count.getValue()))
        .toList();
  }

  private static Map<String, Object> authorization(Lookup seen, Instant now) {
    return seen.transaction()
        .map(
            one ->
                Json.object(
                    "id",
                    one.id(),
                    "expiresAt",
                    one.expiresAt(),
                    "expires",
                    one.expiresAt().map(at -> expires(Duration.between(now, at))),
                    "state",
                    one.isOverdueAt(now) ? "overdue" : "authorized"))
        .getOrElse(
            () -> Json.object("id", seen.id(), "state", "unreadable", "fault", seen.fault()));
  }

  private static String expires(Duration left) {
    return left.isNegative() || left.isZero()
        ? Pages.text(left.negated()) + " ago"
        : "in " + Pages.text(left);
  }
}
