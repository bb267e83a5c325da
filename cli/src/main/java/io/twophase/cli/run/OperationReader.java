package io.twophase.cli.run;

import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Similar;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Names;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckAbsent;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.value.Value;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Reads one operation: which it is says the field that only it has. */
final class OperationReader {

  static final String DEBIT = "debit";
  static final String CREDIT = "credit";
  static final String AMOUNT = "amount";
  static final String CURRENCY = "currency";
  static final String AT_MOST = "atMost";
  static final String ID = "id";
  static final String DATABASE = "database";
  static final String WHERE = "where";
  static final String UPDATE = "update";
  static final String DOCUMENT = "document";
  static final String FIELD = "field";
  static final String FLOOR = "floor";
  static final String CEILING = "ceiling";

  private static final Map<String, BiFunction<OperationReader, JsonPart, Operation>> KINDS =
      Map.of(
          DEBIT,
          (reader, part) -> reader.debit(part),
          CREDIT,
          (reader, part) -> reader.credit(part),
          InsertDocument.KIND,
          (reader, part) -> insert(part),
          ChangeDocument.KIND,
          (reader, part) -> change(part),
          RemoveDocument.KIND,
          (reader, part) -> remove(part),
          CheckDocument.KIND,
          (reader, part) -> check(part),
          CheckAbsent.KIND,
          (reader, part) -> absent(part),
          AddToField.KIND,
          (reader, part) -> add(part));

  private final Function<AccountId, Currency> currencies;
  private final AmountReader amounts;

  /**
   * A reader.
   *
   * @param currencies what an amount is in that does not say so
   * @param amounts how amounts are read
   */
  OperationReader(Function<AccountId, Currency> currencies, AmountReader amounts) {
    this.currencies = currencies;
    this.amounts = amounts;
  }

  /** The operation that {@code part} is; {@link CommandFailure} if it is none. */
  Operation read(JsonPart part) {
    List<String> kinds =
        KINDS.keySet().stream().filter(kind -> part.find(kind).isPresent()).sorted().toList();
    if (kinds.size() != 1) {
      throw part.faultOf(
          kinds.isEmpty()
              ? noOperation(part)
              : "the fields " + String.join(" and ", kinds) + " are of different operations");
    }
    return Objects.requireNonNull(KINDS.get(kinds.get(0))).apply(this, part);
  }

  private static String noOperation(JsonPart part) {
    List<String> known = KINDS.keySet().stream().sorted().toList();
    return "none of its fields ("
        + Lines.value(String.join(", ", part.members().keySet()))
        + ") says which operation it is, as one of "
        + String.join(", ", known)
        + " does"
        + part.members().keySet().stream()
            .map(name -> Similar.question(name, known))
            .filter(question -> !question.isEmpty())
            .findFirst()
            .orElse("");
  }

  private Operation debit(JsonPart part) {
    part.allow(DEBIT, AMOUNT, CURRENCY, AT_MOST);
    boolean atMost = part.find(AT_MOST).filter(JsonPart::bool).isPresent();
    return onAccount(part, DEBIT, (account, amount) -> new Debit(account, amount, atMost));
  }

  private Operation credit(JsonPart part) {
    part.allow(CREDIT, AMOUNT, CURRENCY);
    return onAccount(part, CREDIT, Credit::new);
  }

  private Operation onAccount(
      JsonPart part, String kind, BiFunction<AccountId, Money, Operation> make) {
    AccountId account = account(part.get(kind));
    Money amount =
        amounts.read(
            part.get(AMOUNT),
            part.find(CURRENCY).map(OperationReader::currency),
            () -> currencies.apply(account));
    return part.checked(() -> make.apply(account, amount));
  }

  static AccountId account(JsonPart part) {
    return AccountId.parse(part.string())
        .getOrElseThrow(invalid -> part.faultOf(invalid.message()));
  }

  private static Currency currency(JsonPart part) {
    return Arguments.findCurrency(part.string())
        .orElseThrow(() -> part.fault("is not an ISO 4217 code"));
  }

  private static Operation insert(JsonPart part) {
    part.allow(InsertDocument.KIND, DATABASE, DOCUMENT);
    JsonPart document = part.get(DOCUMENT).object();
    DocumentRef ref = ref(part, InsertDocument.KIND, document.get(Names.ID));
    if (!(document.value() instanceof Value.Embedded embedded)) {
      throw document.fault("is a value of another type and no document");
    }
    return part.checked(() -> new InsertDocument(ref, embedded.fields().without(Names.ID)));
  }

  private static Operation change(JsonPart part) {
    part.allow(ChangeDocument.KIND, DATABASE, ID, WHERE, UPDATE);
    DocumentRef ref = ref(part, ChangeDocument.KIND, part.get(ID));
    return new ChangeDocument(ref, guards(part), ChangeReader.read(part.get(UPDATE)));
  }

  private static Operation remove(JsonPart part) {
    part.allow(RemoveDocument.KIND, DATABASE, ID, WHERE);
    return new RemoveDocument(ref(part, RemoveDocument.KIND, part.get(ID)), guards(part));
  }

  private static Operation check(JsonPart part) {
    part.allow(CheckDocument.KIND, DATABASE, ID, WHERE);
    return new CheckDocument(ref(part, CheckDocument.KIND, part.get(ID)), guards(part));
  }

  private static Operation absent(JsonPart part) {
    part.allow(CheckAbsent.KIND, DATABASE, ID);
    return new CheckAbsent(ref(part, CheckAbsent.KIND, part.get(ID)));
  }

  private static Operation add(JsonPart part) {
    part.allow(AddToField.KIND, DATABASE, ID, FIELD, AMOUNT, FLOOR, CEILING);
    DocumentRef ref = ref(part, AddToField.KIND, part.get(ID));
    String field = part.get(FIELD).string();
    long amount = part.get(AMOUNT).wholeNumber();
    long floor = part.find(FLOOR).map(JsonPart::wholeNumber).orElse(AddToField.WIDEST_FLOOR);
    long ceiling = part.find(CEILING).map(JsonPart::wholeNumber).orElse(AddToField.WIDEST_CEILING);
    return part.checked(() -> new AddToField(ref, field, amount, floor, ceiling));
  }

  private static List<Guard> guards(JsonPart part) {
    return part.find(WHERE).map(GuardReader::read).orElse(List.of());
  }

  private static DocumentRef ref(JsonPart part, String kind, JsonPart id) {
    JsonPart name = part.get(kind);
    String collection = name.string();
    CollectionName own = name.checked(() -> CollectionName.of(collection));
    CollectionName in =
        part.find(DATABASE)
            .map(
                database -> {
                  String other = database.string();
                  return database.checked(() -> own.inDatabase(other));
                })
            .orElse(own);
    Value value = id.value();
    return id.checked(() -> in.document(value));
  }
}
