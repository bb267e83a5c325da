package io.twophase.console.http;

import io.twophase.console.http.Request.BadRequestException;
import io.twophase.console.view.Links;
import io.twophase.console.view.Moments;
import io.twophase.domain.AccountId;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.Optional;

/**
 * The parameters of a request as what they mean. A text that means nothing throws {@link
 * BadRequestException}, with one line that names it.
 */
public final class Parameters {

  private Parameters() {}

  /** The transaction that the parameter {@code id} names. */
  public static TransactionId transaction(Request request) {
    TransactionId id = parsed(TransactionId.parse(request.required("id")));
    if (id.isReserved()) {
      throw new BadRequestException(
          id + " names a batch, whose page is " + Links.transaction(id.value()));
    }
    return id;
  }

  /** The account that the parameter {@code id} names. */
  public static AccountId account(Request request) {
    return parsed(AccountId.parse(request.required("id")));
  }

  /** The document that four parameters name. */
  public static DocumentRef document(Request request) {
    String collection = request.exact("collection").orElseGet(() -> request.required("collection"));
    Value id =
        Links.parsed(request.required("id"))
            .getOrElseThrow(
                why ->
                    new BadRequestException(
                        "the id is no value of MongoDB's Extended JSON: " + why));
    try {
      return new CollectionName(request.exact("cluster"), request.exact("database"), collection)
          .document(id);
    } catch (IllegalArgumentException invalid) {
      throw new BadRequestException(String.valueOf(invalid.getMessage()));
    }
  }

  /** A moment, if the parameter is there: a day, or a moment of ISO 8601. */
  public static Optional<Instant> moment(Request request, String name) {
    return request
        .parameter(name)
        .map(
            text ->
                Moments.parse(text)
                    .orElseThrow(
                        () ->
                            new BadRequestException(
                                "%s %s is neither a day such as 2026-11-01 nor a moment such as"
                                        .formatted(name, text)
                                    + " 2026-11-01T08:00:00Z")));
  }

  /** The number of a page, from 1 on; the first if the parameter {@code page} is missing. */
  public static int page(Request request) {
    return number(request, "page", 1);
  }

  /** Returns how many of the first to leave out; none if the parameter {@code skip} is missing. */
  public static int skip(Request request) {
    return number(request, "skip", 0);
  }

  private static int number(Request request, String name, int least) {
    String text = request.parameter(name).orElse(String.valueOf(least));
    if (!text.matches("0|[1-9]\\d{0,6}") || Integer.parseInt(text) < least) {
      throw new BadRequestException("%s %s is no number from %s on".formatted(name, text, least));
    }
    return Integer.parseInt(text);
  }

  /** Returns whether the caller has agreed that all transactions are read. */
  public static boolean scans(Request request) {
    return request.parameter("scan").equals(Optional.of("yes"));
  }

  /** A value, or the reason why the text is none. */
  public static <T> T parsed(Either<? extends Reason, T> parsed) {
    return parsed.getOrElseThrow(invalid -> new BadRequestException(invalid.message()));
  }
}
