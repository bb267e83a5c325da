package io.twophase.test.contract.transaction;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Documents.NULL;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.array;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.in;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.pull;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.money;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.testing.RandomDocuments;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transition;
import io.twophase.domain.value.Value;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Currency;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Records of transactions on documents, of many legs, and in several currencies. */
public abstract class AnyTransactionContract extends TransactionContract {

  private static final List<Currency> CURRENCIES =
      Stream.of("USD", "EUR", "JPY", "KWD", "XXX").map(Currency::getInstance).toList();

  private static final DocumentRef FAR =
      CollectionName.of("orders.2026")
          .inDatabase("shop")
          .onCluster("north: 1")
          .document(value(fields("n", 5L, "m", "x")));

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected AnyTransactionContract(Supplier<TransactionRepository> fresh) {
    super(fresh);
  }

  private static NewTransaction body(String id, Operation... operations) {
    return body(id, List.of(operations));
  }

  private static NewTransaction body(String id, List<? extends Operation> operations) {
    return accepted(NewTransaction.of(transactionId(id), operations, Option.none()));
  }

  static List<NewTransaction> bodies() {
    return List.of(
        body(
            "an exchange",
            debit("A", usd("12")),
            credit("X USD", usd("12")),
            debit("X EUR", eur("10")),
            credit("B", eur("10"))),
        body("five currencies", fiveCurrencies()),
        body("a thousand legs", legs(500)),
        body("an order", debit("A", usd("1")), pay(order(7)), credit("B", usd("1"))),
        body("an order, reversed", credit("B", usd("1")), pay(order(7)), debit("A", usd("1"))),
        body("no account", absent(order(1))),
        body("far away", insert(FAR, fields("a", 1)), absent(order(FAR.id()))),
        body("a thousand documents", absents(1_000)),
        body("ids of all types", ofAllTypes()),
        body("bounds", new AddToField(order(1), "n", Long.MIN_VALUE + 1, Long.MIN_VALUE, -1)),
        body("no bounds", new AddToField(order(1), "n", 1)),
        body("an empty name", check(order(1), is("a", fields("", fields("", 1))))),
        body("names of operators", check(order(1), is("a", operators()), in("b", operators(), 1))),
        body("operators pulled", change(order(1), pull("a", operators()), set("b", "$c"))),
        body("as deep as can be", insert(order(deep(99)), fields("d", deep(99)))),
        body(
            "order of fields",
            insert(order(1), fields("b", 1, "a", 2, "c", fields("z", 1, "y", 2)))),
        accepted(
                NewTransaction.of(
                    transactionId("with all else"),
                    List.of(debit("A", usd("1")), absent(order(1)), credit("B", usd("1"))),
                    Option.some(transactionId("an order"))))
            .noted("odd $note."));
  }

  private static Operation pay(DocumentRef order) {
    return new ChangeDocument(
        order, List.of(is("status", "UnPaid")), Changes.of(set("status", "Paid")));
  }

  private static Operation change(DocumentRef document, FieldChange... changes) {
    return new ChangeDocument(document, List.of(), Changes.of(changes));
  }

  private static Value operators() {
    return value(fields("$gt", 1, "a.b", array(fields("$ref", "c", "", NULL))));
  }

  /** So many documents and arrays in each other. */
  private static Value deep(int depth) {
    Value deep = value("x");
    for (int at = 0; at < depth; at++) {
      deep = at % 2 == 0 ? value(fields("d", deep)) : array(deep);
    }
    return deep;
  }

  private static List<Operation> fiveCurrencies() {
    return CURRENCIES.stream()
        .<Operation>flatMap(
            currency ->
                Stream.of(
                    debit("from " + currency, money("7", currency)),
                    credit("to " + currency, money("7", currency))))
        .toList();
  }

  private static List<Operation> legs(int pairs) {
    return IntStream.rangeClosed(1, pairs)
        .boxed()
        .<Operation>flatMap(n -> Stream.of(debit("d" + n, cents(n)), credit("c" + n, cents(n))))
        .toList();
  }

  private static List<Operation> absents(int documents) {
    return IntStream.range(0, documents).<Operation>mapToObj(n -> absent(order(n))).toList();
  }

  private static List<Operation> ofAllTypes() {
    List<Operation> operations = new ArrayList<>();
    for (int at = 0; at < RandomDocuments.SCALARS.size(); at++) {
      operations.add(absent(CollectionName.of("c" + at).document(RandomDocuments.SCALARS.get(at))));
    }
    for (Value other :
        List.of(
            new Value.Other("binData", "0100000000ff"),
            new Value.Other("timestamp", "0100000002000000"),
            new Value.Other("minKey", ""),
            new Value.Other("maxKey", ""))) {
      operations.add(
          insert(CollectionName.of(other.type()).document(other), fields("a", array(other))));
    }
    operations.add(
        insert(order("regex"), fields("a", new Value.Other("regex", "61006900"), "b", 0.1)));
    operations.add(
        insert(order("code"), fields("a", new Value.Other("javascript", "020000007800"))));
    return operations;
  }

  @ParameterizedTest(name = BY_NUMBER)
  @MethodSource("bodies")
  void aBodyIsReadBackAsItWasStored(NewTransaction body) {
    assertReadBack(List.of(begun(body)));
  }

  @Test
  void randomBodiesAreReadBackAsTheyWereStored() {
    Random random = Seed.random("AnyTransactionContract");
    List<NewRecord> records = new ArrayList<>();
    for (int at = 0; at < 200; at++) {
      NewTransaction body = body("t" + at, operations(random));
      records.add(random.nextBoolean() ? begun(body) : submitted(body));
    }

    assertReadBack(records);
  }

  private static List<Operation> operations(Random random) {
    RandomDocuments documents = new RandomDocuments(random);
    List<Operation> operations = new ArrayList<>();
    for (int at = 0; at <= random.nextInt(5); at++) {
      Value id = at == 0 ? value(fields("n", at)) : RandomDocuments.SCALARS.get(at);
      operations.add(documents.operation(CollectionName.of("c" + at).document(id)));
    }
    for (int at = random.nextInt(4); at > 0; at--) {
      Currency currency = CURRENCIES.get(random.nextInt(CURRENCIES.size()));
      operations.add(debit("from " + at, money("1", currency)));
      operations.add(credit("to " + at, money("1", currency)));
    }
    Collections.shuffle(operations, random);
    return operations;
  }

  private void assertReadBack(List<NewRecord> records) {
    begin(records.toArray(NewRecord[]::new));

    assertThat(
            readAll(records.stream().map(NewRecord::id).toList()).stream()
                .map(TransactionContract::withoutTimes)
                .toList())
        .isEqualTo(
            records.stream().map(record -> withoutTimes(record.stored(Instant.EPOCH))).toList());
  }

  @Test
  void aBodyIsKeptThroughItsWholeLife() {
    NewTransaction body = body("t1", debit("A", usd("1")), pay(order(7)), credit("B", usd("1")));
    NewTransaction other = body("t2", absent(order(8)));
    store(body, State.DONE);
    store(other, State.CANCELED);

    assertThat(read("t1").body()).isEqualTo(body);
    assertThat(read("t2").body()).isEqualTo(other);
  }

  @Test
  void inABatchWithOthersEachTransitionIsTold() {
    begin(
        begun(body("t1", absent(order(1)))),
        begun(body("t2")),
        begun(body("t3", absent(order(2)))));

    assertThat(
            transactions()
                .advance(
                    List.of(
                        new Transition.Decide(transactionId("t1"), epoch(1)),
                        new Transition.Decide(transactionId("t2"), epoch(1)),
                        new Transition.Decide(transactionId("t3"), epoch(7)))))
        .containsExactly(MatchOutcome.MATCHED, MatchOutcome.MATCHED, MatchOutcome.NOT_MATCHED);
  }

  @Test
  void theTransactionsOfAnAccountAreFoundWhateverElseTheyDo() {
    begin(
        begun(transfer("a transfer", "A", "B", usd("1"))),
        begun(body("legs", legs(2))),
        begun(body("currencies", fiveCurrencies())),
        begun(body("order", debit("A", usd("1")), pay(order(7)), credit("d1", usd("1")))),
        begun(
            body(
                "a document",
                insert(order(1), fields("account", "A", "source", "A")),
                add(order(2), "account", 1))));

    assertThat(namesOf("A")).containsExactlyInAnyOrder("a transfer", "order");
    assertThat(namesOf("d1")).containsExactlyInAnyOrder("legs", "order");
    assertThat(namesOf("to JPY")).containsExactly("currencies");
  }

  private List<String> namesOf(String account) {
    return transactions()
        .latest(new TransactionQuery(Option.none(), Option.some(accountId(account)), 9))
        .stream()
        .map(lookup -> recordOf(lookup).id().value())
        .toList();
  }

  static List<DocumentRefusal> refusals() {
    return List.of(
        new DocumentRefusal.NoSuchDocument(FAR),
        new DocumentRefusal.DocumentExists(order(NULL)),
        new DocumentRefusal.GuardFailed(order(5L), "a.b", "is {$gt: 1}", "no such field"),
        new DocumentRefusal.ChangeImpossible(order(5.0), "$a", "", "'\"{}\\\n😀"),
        new DocumentRefusal.DocumentTooLarge(FAR, Long.MAX_VALUE, 16 << 20),
        new DocumentRefusal.BoundReached(FAR, "n", Long.MIN_VALUE, 1),
        new DocumentRefusal.NotAddable(FAR, "n", "a whole number", "\"x\""),
        new DocumentRefusal.DocumentCorrupt(order(deep(99)), "placeholder is 5"),
        new DocumentRefusal.ValueTaken(FAR, "email_1", "email"),
        new DocumentRefusal.UnsafeCollection(FAR, "has a validator"),
        new DocumentRefusal.DocumentBusy(FAR, transactionId("odd.$id 😀")),
        new DocumentRefusal.ForeignDocumentHold(FAR, transactionId("t1")));
  }

  @Test
  void thereIsATestForEveryRefusal() {
    assertThat(refusals())
        .extracting(Object::getClass)
        .containsOnly(DocumentRefusal.class.getPermittedSubclasses());
  }

  @ParameterizedTest(name = BY_NUMBER)
  @MethodSource("refusals")
  void aRefusalIsReadBackAsItWasStored(DocumentRefusal refusal) {
    CancelReason reason = new CancelReason.DocumentRefused(refusal);
    begin(begun(body("t1", absent(order(1)))), submitted(body("t2")));
    advance(
        new Transition.BeginCancel(transactionId("t1"), epoch(1), reason, token("c")),
        new Transition.CancelUnclaimed(transactionId("t2"), reason, token("c")));

    assertThat(read("t1").reason()).isEqualTo(Option.some(reason));
    assertThat(read("t2").reason()).isEqualTo(Option.some(reason));
    advance(new Transition.FinishCancel(transactionId("t1")));
    assertThat(read("t1").reason()).isEqualTo(Option.some(reason));
  }
}
