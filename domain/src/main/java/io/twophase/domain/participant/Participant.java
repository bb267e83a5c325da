package io.twophase.domain.participant;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.value.Fields;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A document as it is stored, with what transactions hold of it. An immutable value.
 *
 * @param ref names it
 * @param fields its own fields, without {@code _id} and those of the protocol
 * @param placeholder whether it only keeps its id for the transaction that holds it
 * @param lastTransaction which transaction changed it last, if one did
 * @param holds what pending transactions have set aside, in the order in which they were placed
 * @param escrow the bounds of the fields that may be added to, by the fields' names
 */
public record Participant(
    DocumentRef ref,
    Fields fields,
    boolean placeholder,
    Option<LastTransaction> lastTransaction,
    List<DocumentHold> holds,
    Map<String, EscrowField> escrow) {

  /**
   * Which transaction changed a document last. No other one has both, so whoever finds it there
   * again knows that none has changed the document since.
   *
   * @param home where its record is
   * @param id its id, which two homes may have given
   */
  public record LastTransaction(Home home, TransactionId id) {}

  /** The holds do not change. */
  public Participant {
    holds = List.copyOf(holds);
  }

  /** A document that no transaction has touched. */
  public static Participant of(DocumentRef ref, Fields fields) {
    return new Participant(ref, fields, false, Option.none(), List.of(), HashMap.empty());
  }

  /** A document that keeps its id until the transaction of that hold is decided. */
  static Participant placeholder(DocumentRef ref, DocumentHold hold) {
    return new Participant(ref, Fields.none(), true, Option.none(), List.of(hold), HashMap.empty());
  }

  /** The hold of the same transaction, if it has one. */
  public Option<DocumentHold> holdOfSameTransaction(DocumentHold wanted) {
    return first(wanted::isOfSameTransaction);
  }

  Option<DocumentHold> first(Predicate<DocumentHold> test) {
    return Option.ofOptional(holds.stream().filter(test).findFirst());
  }

  Participant holding(DocumentHold hold) {
    List<DocumentHold> more = new ArrayList<>(holds);
    more.add(hold);
    return with(fields, more, escrow);
  }

  Participant stamped(DocumentHold old, DocumentHold stamped) {
    return with(
        fields, holds.stream().map(hold -> hold.equals(old) ? stamped : hold).toList(), escrow);
  }

  Participant without(DocumentHold hold) {
    return with(fields, holds.stream().filter(other -> !other.equals(hold)).toList(), escrow);
  }

  Participant with(String field, EscrowField bounds) {
    return with(fields, holds, escrow.put(field, bounds));
  }

  Participant with(String field, UnaryOperator<EscrowField> change) {
    return with(fields, holds, bounds(field, change));
  }

  /** The same with other fields of its own, as somebody leaves it who is no transaction. */
  public Participant withFields(Fields newFields) {
    return with(newFields, holds, escrow);
  }

  Participant changed(Fields newFields, DocumentHold by) {
    return new Participant(
        ref,
        newFields,
        false,
        Option.some(new LastTransaction(by.home(), by.transaction())),
        holds,
        escrow);
  }

  private Map<String, EscrowField> bounds(String field, UnaryOperator<EscrowField> change) {
    return escrow.get(field).map(now -> escrow.put(field, change.apply(now))).getOrElse(escrow);
  }

  private Participant with(
      Fields newFields, List<DocumentHold> newHolds, Map<String, EscrowField> newEscrow) {
    return new Participant(ref, newFields, placeholder, lastTransaction, newHolds, newEscrow);
  }
}
