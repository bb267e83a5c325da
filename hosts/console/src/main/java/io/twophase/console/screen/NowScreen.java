package io.twophase.console.screen;

import io.twophase.console.http.Answer;
import io.twophase.console.http.Pages;
import io.twophase.console.http.Request;
import io.twophase.console.http.Route.Screen;
import io.twophase.console.screen.Sample.Part;
import io.twophase.console.view.Json;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.State;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All that is under way: transactions by state, what is stuck, owners, authorizations. */
public record NowScreen(Sampler sampler, InstantSource clock) implements Screen {

  /** Pages send this when they ask by themselves, and nobody has clicked. */
  private static final String POLL = "twophase-poll";

  /** So many stuck records are shown; the others are found by a search. */
  private static final int MOST_SHOWN = 50;

  /** Figures tell nobody how the store is now once they are older. */
  private static final Duration FRESH = Duration.ofMinutes(1);

  @Override
  public Answer answer(Request request) {
    return new Answer.Shown(model(request.header(POLL).isPresent()));
  }

  /**
   * The model of the page.
   *
   * @param isPoll whether a page asks by itself, and nobody has clicked
   */
  public Map<String, Object> model(boolean isPoll) {
    return model(sampler.look(isPoll), clock.instant());
  }

  /** A sample as it is seen at a moment. */
  private static Map<String, Object> model(Sample sample, Instant now) {
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
    Stuck rule = new Stuck(sample.owners().read());
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
        "owners", rule.owners(records),
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
    return Stream.of(State.INITIAL, State.PENDING, State.APPLIED, State.CANCELING)
        .map(state -> Json.object("state", state, "count", count(records, state)))
        .toList();
  }

  private static long count(List<TransactionRecord> records, State state) {
    return records.stream().filter(record -> record.state() == state).count();
  }

  private static Map<String, Object> authorization(Lookup seen, Instant now) {
    return seen.transaction()
        .map(
            one ->
                Json.object(
                    "id", one.id(),
                    "expiresAt", one.expiresAt(),
                    "expires", one.expiresAt().map(at -> Pages.ago(at, now)),
                    "state", one.isOverdueAt(now) ? "overdue" : "authorized"))
        .orElseGet(
            () -> Json.object("id", seen.id(), "state", "unreadable", "fault", seen.fault()));
  }
}
