package io.twophase.console.screen;

import io.twophase.console.live.Part;
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
import java.util.Optional;

/** A sample of a store, as the screen and its JSON have it. */
final class NowModel {

  /** So many stuck records are shown; the others are found by a search. */
  private static final int MOST_SHOWN = 50;

  /** Figures tell nobody how the store is now once they are older. */
  private static final Duration FRESH = Duration.ofMinutes(1);

  private NowModel() {}

  /** A sample as it is seen at a moment. */
  static Map<String, Object> of(Sample sample, Instant now) {
    return sample
        .at()
        .map(at -> read(sample, at, now))
        .orElseGet(() -> Json.object("isRead", false));
  }

  private static Map<String, Object> read(Sample sample, Instant at, Instant now) {
    List<Lookup> unfinished = sample.unfinished().read();
    List<Lookup> authorizations = sample.authorizations().read();
    Optional<String> unread = unread(sample.unfinished(), now);
    Optional<String> ownersUnread = unread(sample.owners(), now);
    List<TransactionRecord> records =
        unfinished.stream().flatMap(seen -> seen.record().stream()).toList();
    OwnerSigns owners = new OwnerSigns(sample.owners().read());
    Stuck rule = new Stuck(owners);
    List<Lookup> stuck = unfinished.stream().filter(rule::isStuck).toList();
    boolean isMore = unfinished.size() >= Sample.MOST_UNFINISHED;
    return Json.object(
        "isRead", true,
        "at", at.truncatedTo(ChronoUnit.SECONDS),
        "fault", sample.fault(),
        "unfinished", unfinished.size(),
        "unfinishedUnread", unread,
        "stuckUnread", unread.or(() -> ownersUnread.map(why -> "The owners: " + why)),
        "ownersUnread", ownersUnread,
        "authorizationsUnread", unread(sample.authorizations(), now),
        "isMore", isMore,
        "states", states(records),
        "isAnyStuck", !stuck.isEmpty(),
        "stuckCount", stuck.size(),
        "isMoreStuck", isMore && stuck.size() == unfinished.size(),
        "stuckShown", Math.min(stuck.size(), MOST_SHOWN),
        "areAllShown", stuck.size() <= MOST_SHOWN,
        "stuck", stuck.stream().limit(MOST_SHOWN).map(rule::view).toList(),
        "hasOwners", !sample.owners().read().isEmpty(),
        "owners", owners.all(records),
        "rates", Charts.of(sample.rates().all(), at),
        "hasAuthorizations", !authorizations.isEmpty(),
        "authorizations", authorizations.stream().map(one -> authorization(one, at)).toList(),
        "areAllAuthorizations", authorizations.size() < Sample.MOST_AUTHORIZATIONS);
  }

  /** Why nobody can tell from a part how it is now, if so, with the age of its figures. */
  private static Optional<String> unread(Part<?> part, Instant now) {
    Optional<String> age = part.at().map(at -> Pages.text(Duration.between(at, now)));
    boolean isFresh = part.at().filter(at -> !at.isBefore(now.minus(FRESH))).isPresent();
    String words = age.map("not read for "::concat).orElse("not read yet");
    return !isFresh || part.fault().isPresent()
        ? Optional.of(words + part.fault().map(": "::concat).orElse(""))
        : Optional.empty();
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
        .orElseGet(
            () -> Json.object("id", seen.id(), "state", "unreadable", "fault", seen.fault()));
  }

  private static String expires(Duration left) {
    return left.isNegative() || left.isZero()
        ? Pages.text(left.negated()) + " ago"
        : "in " + Pages.text(left);
  }
}
