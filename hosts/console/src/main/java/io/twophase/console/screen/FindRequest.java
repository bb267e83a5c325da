package io.twophase.console.screen;

import io.twophase.console.http.Parameters;
import io.twophase.console.http.Request;
import io.twophase.console.http.Request.BadRequestException;
import io.twophase.console.view.Json;
import io.twophase.console.view.Links;
import io.twophase.console.view.Moments;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A search for transactions.
 *
 * @param id of anything
 * @param list what is listed, if anything is
 * @param labels what is said of a transaction
 * @param account that a transaction touches
 * @param state that it is in
 * @param application whose process is its owner
 * @param from the earliest moment of its beginning
 * @param to the latest
 * @param olderThan for how long it has not changed
 * @param after where the page begins
 * @param scans whether every transaction may be read
 * @param given the parameters, without the place and the consent
 */
record FindRequest(
    Optional<String> id,
    Optional<Listing> list,
    Labels labels,
    Optional<AccountId> account,
    Optional<State> state,
    Optional<ApplicationName> application,
    Optional<Instant> from,
    Optional<Instant> to,
    Optional<Duration> olderThan,
    Optional<After> after,
    boolean scans,
    Map<String, String> given) {

  private static final String[] NAMES =
      "id list reference metadata account state application from to olderThan".split(" ", -1);

  /** The kinds of listing. */
  enum Listing {
    /** Transactions, the newest first. */
    LATEST,
    /** Records that nobody has finished, the oldest change first. */
    UNFINISHED,
    /** Authorizations that wait, the first to expire first. */
    AUTHORIZED,
    /** Those of them that have expired. */
    OVERDUE
  }

  /**
   * The place behind a page.
   *
   * @param place of the last one that could be read
   * @param skip how many follow it that cannot
   */
  record After(RecordQuery.Place place, int skip) {

    private static final Pattern TEXT = Pattern.compile("(?s)(-?\\d{1,15}):(\\d{1,4}):(.*)");

    static After parsed(String text) {
      Matcher parts = TEXT.matcher(text);
      if (!parts.matches()) {
        throw new BadRequestException("after " + text + " is no place of a page");
      }
      return new After(
          new RecordQuery.Place(
              Instant.ofEpochMilli(Long.parseLong(parts.group(1))),
              Optional.ofNullable(parts.group(3))
                  .filter(id -> !id.isEmpty())
                  .map(id -> Parameters.parsed(RecordId.parse(id)))),
          Integer.parseInt(parts.group(2)));
    }

    /** The place behind what a query has shown, if it has shown anything. */
    static Optional<String> of(RecordQuery next) {
      return next.after()
          .map(
              place ->
                  place.at().toEpochMilli()
                      + ":"
                      + next.skip()
                      + ":"
                      + place.id().map(RecordId::value).orElse(""));
    }
  }

  static FindRequest of(Request request) {
    Map<String, String> given = new LinkedHashMap<>();
    for (String name : NAMES) {
      request.parameter(name).ifPresent(value -> given.put(name, value));
    }
    FindRequest asked =
        new FindRequest(
            request.parameter("id"),
            request.parameter("list").map(text -> constant("list", Listing.values(), text)),
            labels(request),
            request.parameter("account").map(text -> Parameters.parsed(AccountId.parse(text))),
            request.parameter("state").map(text -> constant("state", State.values(), text)),
            request
                .parameter("application")
                .map(text -> Parameters.parsed(ApplicationName.parse(text))),
            Parameters.moment(request, "from"),
            Parameters.moment(request, "to"),
            request.parameter("olderThan").map(FindRequest::duration),
            request.parameter("after").map(After::parsed),
            Parameters.scans(request),
            given);
    return asked.checked();
  }

  private static <E extends Enum<E>> E constant(String name, E[] all, String text) {
    return Stream.of(all)
        .filter(one -> one.name().equals(text.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new BadRequestException(
                    "%s %s is none of %s"
                        .formatted(
                            name,
                            text,
                            String.join(", ", Stream.of(all).map(Json::lower).toList()))));
  }

  private static Duration duration(String text) {
    return Moments.duration(text)
        .orElseThrow(
            () ->
                new BadRequestException(
                    "olderThan " + text + " is not a duration such as 30m, 10s or 90d"));
  }

  private static Labels labels(Request request) {
    Map<String, String> metadata = new LinkedHashMap<>();
    for (String entry : request.parameter("metadata").stream().toList()) {
      int equals = entry.indexOf('=');
      if (equals < 0) {
        throw new BadRequestException("metadata " + entry + " is no key=value");
      }
      metadata.put(entry.substring(0, equals), entry.substring(equals + 1));
    }
    return Parameters.parsed(Labels.of(request.parameter("reference"), metadata));
  }

  private FindRequest checked() {
    if (listing().filter(kind -> kind == Listing.LATEST).isPresent()) {
      refuse(application.isPresent() || olderThan.isPresent(), "application and olderThan");
    } else {
      refuse(isOfLatest(), "reference, metadata, account, from and to");
    }
    return this;
  }

  private void refuse(boolean isWrong, String names) {
    if (isWrong) {
      throw new BadRequestException(
          names + " are not for the list " + listing().map(Json::lower).orElse(""));
    }
  }

  private boolean isOfLatest() {
    return !labels.isEmpty() || account.isPresent() || from.isPresent() || to.isPresent();
  }

  /** The kind of listing; none if only an id is asked for, or nothing at all. */
  Optional<Listing> listing() {
    if (list.isPresent()) {
      return list;
    }
    if (isOfLatest()) {
      return Optional.of(Listing.LATEST);
    }
    if (application.isPresent() || olderThan.isPresent()) {
      return Optional.of(Listing.UNFINISHED);
    }
    return state.map(
        asked ->
            switch (asked) {
              case AUTHORIZED -> Listing.AUTHORIZED;
              case INITIAL, PENDING, APPLIED, CANCELING -> Listing.UNFINISHED;
              case DONE, CANCELED -> Listing.LATEST;
            });
  }

  /** The query of a page; the state is left to who reads it. */
  RecordQuery query(Listing kind, int limit) {
    RecordQuery all =
        switch (kind) {
          case LATEST -> latest(limit);
          case UNFINISHED -> unfinished(limit);
          case AUTHORIZED -> RecordQuery.authorized(limit);
          case OVERDUE -> RecordQuery.overdue(limit);
        };
    return after.map(place -> all.after(place.place()).withSkip(place.skip())).orElse(all);
  }

  private RecordQuery latest(int limit) {
    RecordQuery all = RecordQuery.latest(Optional.empty(), account, labels, limit);
    RecordQuery since = from.map(all::createdSince).orElse(all);
    return to.map(since::createdUntil).orElse(since);
  }

  private RecordQuery unfinished(int limit) {
    RecordQuery all = RecordQuery.unfinished(olderThan.orElse(Duration.ZERO), limit);
    return application.map(all::ownedBy).orElse(all);
  }

  /** The address of the same, from a place on. */
  String address(String place) {
    Map<String, Object> all = new LinkedHashMap<>(given);
    if (scans) {
      all.put("scan", "yes");
    }
    all.put("after", place);
    return "/find?" + Links.query(all);
  }
}
