package io.twophase.domain.hold;

import io.twophase.domain.TransactionId;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A document as it is stored, with what records hold of it. An immutable value.
 *
 * @param ref names it
 * @param fields its own fields, without {@code _id} and those of the protocol
 * @param placeholder whether it only keeps its id for the record that holds it
 * @param lastTransaction which transaction changed it last, if one did
 * @param holds in the order in which they were placed
 * @param escrow the bounds of the fields that may be added to, by the fields' names
 */
public record Document(
    DocumentRef ref,
    Fields fields,
    boolean placeholder,
    Optional<LastTransaction> lastTransaction,
    List<Hold> holds,
    Map<String, Escrow> escrow)
    implements Stored {

  /**
   * The transaction that changed a document last. No other one has both, so whoever finds it there
   * again knows that none has changed the document since.
   *
   * @param home where its record is
   * @param id its id, which two homes may have given; of a sum of several members, their batch's
   */
  public record LastTransaction(Home home, TransactionId id) {}

  /**
   * The bounds of a number field.
   *
   * @param available how much may still be claimed to be taken
   * @param receivable how much may still be claimed to be added
   * @param floor the least that the field may come to
   * @param ceiling the most
   */
  public record Escrow(long available, long receivable, long floor, long ceiling) {
    private Escrow ending(Range range, long net) {
      Bounds after = new Bounds(0, available, receivable).ending(range, net);
      return new Escrow(after.available(), after.receivable(), floor, ceiling);
    }
  }

  /** The holds and the bounds do not change. */
  public Document {
    holds = List.copyOf(holds);
    escrow = Collections.unmodifiableMap(new LinkedHashMap<>(escrow));
  }

  /** A document that no record has touched. */
  public static Document of(DocumentRef ref, Fields fields) {
    return new Document(ref, fields, false, Optional.empty(), List.of(), Map.of());
  }

  /** A document that keeps its id until the record of that hold is decided. */
  public static Document placeholder(DocumentRef ref, Hold hold) {
    return new Document(ref, Fields.none(), true, Optional.empty(), List.of(hold), Map.of());
  }

  @Override
  public Target target() {
    return new Target.OfDocument(ref);
  }

  @Override
  public boolean has(Scale scale) {
    return scale.fold(
        money -> false,
        field -> !escrow.containsKey(field.name()) || is(field, escrow.get(field.name())));
  }

  private static boolean is(Scale.OfField asked, Escrow there) {
    return there.floor() == asked.floor() && there.ceiling() == asked.ceiling();
  }

  /**
   * The bounds are those that are stored; if none are, then the first claim of the field sets them.
   */
  @Override
  public Either<CancelReason, Bounds> bounds(Scale scale) {
    return Either.narrow(bounds(scale.field()));
  }

  /** The bounds of a field that is added to, likewise. */
  public Either<DocumentRefusal, Bounds> bounds(Scale.OfField asked) {
    Optional<Value> found = fields.get(asked.name());
    Optional<Long> number = found.flatMap(Value::wholeNumber);
    if (number.isEmpty()) {
      return notAddable(asked, found.map(Value::words).orElse(Guard.NO_FIELD));
    }
    return Optional.ofNullable(escrow.get(asked.name()))
        .map(there -> same(asked, there, number.orElseThrow()))
        .orElseGet(() -> adopted(asked, number.orElseThrow()));
  }

  private Either<DocumentRefusal, Bounds> same(Scale.OfField asked, Escrow there, long number) {
    return is(asked, there)
        ? Either.right(new Bounds(number, there.available(), there.receivable()))
        : notAddable(asked, "one " + words(there.floor(), there.ceiling()));
  }

  private Either<DocumentRefusal, Bounds> adopted(Scale.OfField asked, long number) {
    return number < asked.floor() || number > asked.ceiling()
        ? notAddable(asked, String.valueOf(number))
        : Either.right(Bounds.around(number, asked.floor(), asked.ceiling()));
  }

  private Either<DocumentRefusal, Bounds> notAddable(Scale.OfField asked, String found) {
    return Either.left(
        new DocumentRefusal.NotAddable(
            ref, asked.name(), "a whole number " + words(asked.floor(), asked.ceiling()), found));
  }

  private static String words(long floor, long ceiling) {
    return "from " + floor + " to " + ceiling;
  }

  @Override
  public Document with(List<Hold> newHolds) {
    return with(fields, newHolds, escrow);
  }

  @Override
  public Document with(Scale scale, Bounds bounds) {
    Scale.OfField field = scale.field();
    Escrow there =
        new Escrow(bounds.available(), bounds.receivable(), field.floor(), field.ceiling());
    return with(fields, holds, bounded(field.name(), there));
  }

  /** If the sum is zero, then the field itself stays as it is. */
  @Override
  public Document ending(Hold range, long net) {
    String field = range.fields().iterator().next();
    Fields moved = net == 0 ? fields : changed(sum(field, net));
    Map<String, Escrow> bounds =
        Optional.ofNullable(escrow.get(field))
            .map(there -> bounded(field, there.ending(range.range(), net)))
            .orElse(escrow);
    return with(moved, holds, bounds);
  }

  private static Changes sum(String field, long net) {
    return Changes.of(
        new FieldChange(FieldChange.Kind.INC, new FieldPath(List.of(field)), new Value.Int64(net)));
  }

  /** Its fields after changes that were possible when it was held. */
  Fields changed(Changes changes) {
    return changes
        .applyTo(fields)
        .getOrElseThrow(
            impossible ->
                new IllegalStateException(ref + " was held and cannot be changed: " + impossible));
  }

  @Override
  public Document changedBy(Hold hold) {
    return new Document(
        ref,
        fields,
        false,
        Optional.of(new LastTransaction(hold.home(), hold.transaction())),
        holds,
        escrow);
  }

  /** This document with other fields of its own. */
  public Document withFields(Fields newFields) {
    return with(newFields, holds, escrow);
  }

  private Map<String, Escrow> bounded(String field, Escrow bounds) {
    Map<String, Escrow> all = new LinkedHashMap<>(escrow);
    all.put(field, bounds);
    return all;
  }

  private Document with(Fields newFields, List<Hold> newHolds, Map<String, Escrow> newEscrow) {
    return new Document(ref, newFields, placeholder, lastTransaction, newHolds, newEscrow);
  }

  @Override
  public <T> T fold(
      Function<? super Account, ? extends T> account,
      Function<? super Document, ? extends T> document) {
    return document.apply(this);
  }
}
