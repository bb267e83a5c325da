package io.twophase.app.transfer;

import io.twophase.domain.AccountId;
import io.twophase.domain.Given;
import io.twophase.domain.Money;
import io.twophase.domain.PeriodName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Period;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Guards;
import io.twophase.domain.operation.AccountOperation.Credit;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckAbsent;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.TransactionRefusal;
import io.twophase.domain.value.Fields;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A transaction to run: all of its operations happen, or none does. It is put together by its
 * methods, each of which answers a longer one; a request never changes. The order of its operations
 * has no meaning, but the same id must be asked with the same operations in the same order.
 *
 * <pre>{@code
 * TransactionRequest.of(id)
 *     .debit(customer, price)
 *     .credit(shop, price)
 *     .change(order, where("status").equalTo("UnPaid"), set("status", "Paid"))
 *     .insert(entry, Map.of("order", 7, "cents", 1999))
 * }</pre>
 *
 * @param id names it: asked again under the same id with the same operations, it has the same
 *     answer
 * @param operations what it does; whether they make a transaction is said when it is run
 * @param note why it is asked for, if anybody says; no part of what makes two requests the same
 * @param labels the reference and the metadata, to find it by; no part of what makes two requests
 *     the same: those of the first one are kept
 */
public record TransactionRequest(
    TransactionId id, List<Operation> operations, Optional<String> note, Labels labels)
    implements Request {

  private static final Guards NO_GUARDS = new Guards(List.of());

  /**
   * @throws NullPointerException if one of them is missing; the message names it
   */
  public TransactionRequest {
    Objects.requireNonNull(id, "id");
    operations = Given.list(operations, "operations");
    Objects.requireNonNull(note, "note");
    Objects.requireNonNull(labels, "labels");
  }

  /** The request of a stored transaction, to be asked again. */
  public static TransactionRequest again(NewTransaction stored) {
    Objects.requireNonNull(stored, "stored");
    return new TransactionRequest(stored.id(), stored.operations(), stored.note(), stored.labels());
  }

  /** One without labels. */
  public TransactionRequest(TransactionId id, List<Operation> operations, Optional<String> note) {
    this(id, operations, note, Labels.NONE);
  }

  /** A request with no operation yet. */
  public static TransactionRequest of(TransactionId id) {
    return new TransactionRequest(id, List.of(), Optional.empty());
  }

  /**
   * Takes money out of an account.
   *
   * @throws IllegalArgumentException if the amount is not above zero
   */
  public TransactionRequest debit(AccountId account, Money amount) {
    return with(new Debit(account, amount));
  }

  /**
   * Takes as much money out of an account as there is available, and no more than the amount. Such
   * a transaction has one credit of the same amount, which gets what is taken, and nothing else.
   *
   * @throws IllegalArgumentException if the amount is not above zero
   */
  public TransactionRequest debitAtMost(AccountId account, Money amount) {
    return with(Debit.atMost(account, amount));
  }

  /**
   * Puts money into an account.
   *
   * @throws IllegalArgumentException if the amount is not above zero
   */
  public TransactionRequest credit(AccountId account, Money amount) {
    return with(new Credit(account, amount));
  }

  /**
   * Inserts a document. The transaction is refused if there is one of that id.
   *
   * @param fields what it has beside its {@code _id}
   * @throws IllegalArgumentException if a field has a name that MongoDB or the protocol gives a
   *     meaning
   */
  public TransactionRequest insert(DocumentRef document, Fields fields) {
    return with(new InsertDocument(document, fields));
  }

  /**
   * Returns the same, of the fields of a map, in its order.
   *
   * @throws IllegalArgumentException if a value is not one that {@code Value.of} takes, or a field
   *     has a name that MongoDB or the protocol gives a meaning
   */
  public TransactionRequest insert(DocumentRef document, Map<String, ?> fields) {
    return insert(document, Fields.of(fields));
  }

  /**
   * Changes fields of a document. The transaction is refused if there is no such document.
   *
   * @throws IllegalArgumentException if there is no change, or two are on one field
   */
  public TransactionRequest change(DocumentRef document, FieldChange... changes) {
    return change(document, NO_GUARDS, changes);
  }

  /**
   * Changes fields of a document. The transaction is refused if there is no such document, or a
   * guard does not hold.
   *
   * @throws IllegalArgumentException if there is no change, or two are on one field
   */
  public TransactionRequest change(DocumentRef document, Guards guards, FieldChange... changes) {
    return with(
        new ChangeDocument(
            document, guards(guards), Changes.of(Objects.requireNonNull(changes, "changes"))));
  }

  /** Removes a document. The transaction is refused if there is no such document. */
  public TransactionRequest remove(DocumentRef document) {
    return remove(document, NO_GUARDS);
  }

  /**
   * Removes a document. The transaction is refused if there is no such document, or a guard does
   * not hold.
   */
  public TransactionRequest remove(DocumentRef document, Guards guards) {
    return with(new RemoveDocument(document, guards(guards)));
  }

  private static List<Guard> guards(Guards given) {
    return Objects.requireNonNull(given, "guards").all();
  }

  /** Checks that there is a document. It stays until the transaction is decided. */
  public TransactionRequest check(DocumentRef document) {
    return check(document, NO_GUARDS);
  }

  /**
   * Checks that there is a document of which the guards hold. It stays so until the transaction is
   * decided.
   */
  public TransactionRequest check(DocumentRef document, Guards guards) {
    return with(new CheckDocument(document, guards(guards)));
  }

  /** Checks that there is no such document. There is none until the transaction is decided. */
  public TransactionRequest absent(DocumentRef document) {
    return with(new CheckAbsent(document));
  }

  /**
   * Has it be a posting of an accounting period: it is refused as {@code PeriodClosed} if that is
   * not open. The period stays open until the transaction is decided; an authorization, until it is
   * captured or voided.
   */
  public TransactionRequest inPeriod(PeriodName period) {
    return with(Period.check(Objects.requireNonNull(period, "period")));
  }

  /**
   * Adds to a number field, or takes from it, within the widest bounds. Many transactions may do so
   * at once.
   *
   * @param amount above zero to add, below to take
   * @throws IllegalArgumentException if the amount is zero, or the name is none of such a field
   */
  public TransactionRequest add(DocumentRef document, String field, long amount) {
    return with(new AddToField(document, field, amount));
  }

  /**
   * Returns the same within bounds. The first addition to a field decides its bounds for good.
   *
   * @param floor the least that the field may come to
   * @param ceiling the most
   * @throws IllegalArgumentException if the amount is zero, the floor is above the ceiling, or the
   *     name is none of such a field
   */
  public TransactionRequest add(
      DocumentRef document, String field, long amount, long floor, long ceiling) {
    return with(new AddToField(document, field, amount, floor, ceiling));
  }

  /** Returns the same, with a word why it is asked for, which the record keeps. */
  public TransactionRequest noted(String why) {
    return new TransactionRequest(
        id, operations, Optional.of(Objects.requireNonNull(why, "why")), labels);
  }

  /** Returns the same, with other labels. */
  public TransactionRequest labelled(Labels newLabels) {
    return new TransactionRequest(id, operations, note, newLabels);
  }

  /** Returns the same, with one more operation. */
  public TransactionRequest with(Operation operation) {
    List<Operation> more = new ArrayList<>(operations);
    more.add(Objects.requireNonNull(operation, "operation"));
    return new TransactionRequest(id, more, note, labels);
  }

  @Override
  public Either<TransactionRefusal, NewTransaction> transaction() {
    return NewTransaction.of(id, operations, Optional.empty())
        .flatMap(body -> note.map(body::noted).orElse(body).asked(labels));
  }
}
