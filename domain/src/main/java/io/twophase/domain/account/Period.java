package io.twophase.domain.account;

import io.twophase.domain.PeriodName;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guards;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An accounting period: a document of the collection {@link #COLLECTION}, whose {@code _id} is its
 * name. A posting of the period is a transaction that checks {@code open: true} on it. Each such
 * check is a shared hold until the posting is decided, so a transaction that changes the document
 * waits for all of them.
 *
 * @param name names it
 * @param state how far it is closed
 * @param closedAt since when it takes no new postings, by the store's clock; none while it is open
 * @param reason what was said when it was opened, closed or reopened last, if anything
 */
public record Period(
    PeriodName name, PeriodState state, Optional<Instant> closedAt, Optional<String> reason) {

  /** The collection of the periods, in the store's own database. */
  public static final CollectionName COLLECTION = CollectionName.of("periods");

  /** The field that says whether it takes new postings: true or false. */
  public static final String OPEN = "open";

  /** The field that is true when all postings are decided, and not there before. */
  public static final String CLOSED = "closed";

  /** The field with the time from which on it takes no new postings. */
  public static final String CLOSED_AT = "closedAt";

  /** The field with what was said last. */
  public static final String REASON = "reason";

  private static final Value TRUE = new Value.Bool(true);
  private static final Value FALSE = new Value.Bool(false);

  /** The period's document. */
  public static DocumentRef document(PeriodName name) {
    return COLLECTION.document(new Value.Text(name.value()));
  }

  /** Returns what a posting of the period checks. */
  public static CheckDocument check(PeriodName name) {
    return new CheckDocument(document(name), Guards.where(OPEN).equalTo(true).all());
  }

  /** The name of the period whose document this is; none of any other document. */
  public static Optional<PeriodName> name(DocumentRef document) {
    return document.collection().equals(COLLECTION) && document.id() instanceof Value.Text text
        ? PeriodName.parse(text.value()).toJavaOptional()
        : Optional.empty();
  }

  /** The periods that operations check to be open, in their order. */
  public static List<PeriodName> checkedBy(List<? extends Operation> operations) {
    List<PeriodName> checked = new ArrayList<>(0);
    for (Operation operation : operations) {
      operation
          .<Optional<PeriodName>>foldTarget(account -> Optional.empty(), Period::checkedBy)
          .ifPresent(checked::add);
    }
    return checked;
  }

  private static Optional<PeriodName> checkedBy(DocumentOperation operation) {
    return name(operation.document()).filter(name -> operation.equals(check(name)));
  }

  /** The period that a document of these fields is; or what is wrong with it. */
  public static Either<String, Period> of(PeriodName name, Fields fields) {
    Optional<Value> open = fields.get(OPEN);
    if (open.isEmpty() || !(open.equals(Optional.of(TRUE)) || open.equals(Optional.of(FALSE)))) {
      return Either.left("its field " + OPEN + " is neither true nor false");
    }
    PeriodState closed =
        fields.get(CLOSED).equals(Optional.of(TRUE)) ? PeriodState.CLOSED : PeriodState.CLOSING;
    return Either.right(
        new Period(
            name,
            open.equals(Optional.of(TRUE)) ? PeriodState.OPEN : closed,
            fields.get(CLOSED_AT).flatMap(Period::date),
            fields.get(REASON).flatMap(Period::text)));
  }

  private static Optional<Instant> date(Value value) {
    return value instanceof Value.Date date
        ? Optional.of(Instant.ofEpochMilli(date.millis()))
        : Optional.empty();
  }

  private static Optional<String> text(Value value) {
    return value instanceof Value.Text text ? Optional.of(text.value()) : Optional.empty();
  }
}
