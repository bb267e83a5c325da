package io.twophase.domain.explorer.participant;

import static io.twophase.domain.explorer.participant.Role.CANCELLER;
import static io.twophase.domain.explorer.participant.Role.JANITOR;
import static io.twophase.domain.explorer.participant.Role.OWNER;
import static io.twophase.domain.explorer.participant.Role.RECOVERER;
import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;

import io.twophase.domain.explorer.model.Fault;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.participant.Home;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Option;
import java.util.List;
import java.util.stream.Stream;

/** The scenarios, by the names that the design's own model has for them. */
final class Scenes {

  private Scenes() {}

  static final Scenario CHANGE =
      two(
              0,
              0,
              cast("T1", by(OWNER, RECOVERER), change("A", 0, 1), change("B", 1)),
              cast("T2", by(OWNER, CANCELLER), change("A", 0, 2)))
          .timeOuts(1);

  static final Scenario UPDATE =
      one(
              0,
              cast("T1", by(OWNER, RECOVERER), change("A", 0, 1)),
              cast("T2", by(OWNER, RECOVERER), change("A", 0, 2)))
          .timeOuts(1);

  static final Scenario ORPHAN =
      none(cast("T1", by(OWNER, CANCELLER), insert("A", 1)), cast("T2", by(OWNER), insert("A", 2)));

  static final Scenario INSERT =
      none(
              cast("T1", by(OWNER, RECOVERER), insert("A", 1), change("B", 1)),
              cast("T2", by(OWNER, RECOVERER), insert("A", 2)))
          .given(order("B"), fields("n", 0))
          .timeOuts(1);

  static final Scenario REINSERT =
      none(
              cast("T1", by(OWNER, CANCELLER), insert("A", 1)),
              cast("T2", by(OWNER, RECOVERER), insert("A", 2)))
          .timeOuts(1);

  static final Scenario REMOVE =
      one(
              0,
              cast("T1", by(OWNER, RECOVERER), remove(order("A"))),
              cast("T2", by(OWNER), change("A", 0, 5)),
              cast("T3", by(OWNER), insert("A", 7)))
          .timeOuts(1);

  static final Scenario ABA =
      one(
              0,
              cast("T1", by(OWNER, RECOVERER), remove(order("A"))),
              cast("T2", by(OWNER), insert("A", 7)))
          .timeOuts(2);

  static final Scenario RESURRECT =
      none(
              cast("T1", by(OWNER, RECOVERER), insert("A", 1), change("B", 1)),
              cast("T2", by(OWNER), remove(order("A"))))
          .given(order("B"), fields("n", 0))
          .timeOuts(1);

  static final Scenario SKEW =
      two(
              0,
              0,
              cast("T1", by(OWNER, RECOVERER), check(order("A"), is("n", 0)), change("B", 0, 1)),
              cast("T2", by(OWNER), check(order("B"), is("n", 0)), change("A", 0, 1)))
          .timeOuts(1);

  static final Scenario SKEW_ABSENT =
      none(
              cast("T1", by(OWNER, RECOVERER), absent(order("A")), insert("B", 1)),
              cast("T2", by(OWNER), absent(order("B")), insert("A", 1)))
          .without(order("B"))
          .timeOuts(1);

  static final Scenario CLOSE =
      two(
          2,
          0,
          cast("T1", by(OWNER, CANCELLER), add("A", -1), add("B", 1)),
          cast("T2", by(OWNER, RECOVERER), remove(order("A"), is("n", 2))));

  static final Scenario CHECKS =
      two(
              0,
              0,
              cast("T1", by(OWNER), check(order("A"), is("n", 0)), change("B", 0, 1)),
              cast("T2", by(OWNER), check(order("A"), is("n", 0))),
              cast("T3", by(OWNER), change("A", 0, 9)))
          .timeOuts(1);

  static final Scenario CHECK_ESCROW =
      two(
              3,
              0,
              cast("T1", by(OWNER, RECOVERER), check(order("A"), is("n", 3)), change("B", 0, 1)),
              cast("T2", by(OWNER), add("A", -1)))
          .timeOuts(1);

  static final Scenario CHECK_THERE =
      two(
          3,
          0,
          cast("T1", by(OWNER, RECOVERER), check(order("A")), change("B", 0, 1)),
          cast("T2", by(OWNER), add("A", -1)),
          cast("T3", by(OWNER), add("A", 1)));

  static final Scenario CHECK_REMOVED =
      one(
              3,
              cast("T1", by(OWNER), check(order("A"), is("n", 3))),
              cast("T2", by(OWNER), add("A", -1)),
              cast("T3", by(OWNER), remove(order("A"))))
          .timeOuts(1);

  private static final Operation[] SPLIT = {add("A", -2), add("B", 1), add("C", 1)};

  static final Scenario THREE =
      two(2, 0, cast("T", by(OWNER, RECOVERER), SPLIT))
          .given(order("C"), fields("n", 0))
          .timeOuts(1);

  static final Scenario MIXED =
      Scenario.of(
              cast(
                  "T",
                  by(OWNER, RECOVERER),
                  debit("A", usd("2.00")),
                  credit("B", usd("2.00")),
                  change("O", 0, 1),
                  insert("L", 5)))
          .given("A", usd("2.00"))
          .given("B", usd("0.00"))
          .given(order("O"), fields("n", 0))
          .without(order("L"))
          .timeOuts(1);

  static final Scenario THREE_CANCEL =
      two(2, 0, cast("T", by(OWNER, RECOVERER, CANCELLER), SPLIT))
          .given(order("C"), fields("n", 0));

  static final Scenario ORDER =
      two(
              0,
              0,
              cast("T1", by(OWNER), change("A", 1), change("B", 1)),
              cast("T2", by(OWNER), change("B", 2), change("A", 2)))
          .patient()
          .timeOuts(1);

  static final Scenario ORDER_LATE =
      two(
              0,
              0,
              cast("T1", by(OWNER), change("A", 1), change("B", 1)),
              cast("T2", by(OWNER), change("A", 2), change("B", 2)).inDoubt())
          .patient()
          .timeOuts(1);

  static final Scenario BACK_OFF =
      two(
              0,
              0,
              cast("T1", by(OWNER, RECOVERER), change("A", 0, 1), change("B", 1)),
              cast("T2", by(OWNER), change("B", 0, 2)))
          .timeOuts(1);

  static final Scenario HOMES =
      one(
          3,
          cast("T", by(OWNER), add("A", -1)).at(new Home("one")),
          cast("T", by(OWNER), add("A", -1)).named("U").at(new Home("other")));

  private static final Cast REUSED = cast("T", by(OWNER), change("A", 0, 1), change("B", 1));

  static final Scenario EXACT = two(0, 0, REUSED).orphan(REUSED, 1, change("A", 0, 9)).timeOuts(1);

  /** Each of three waits for what the next one holds. */
  static final Scenario RING =
      two(
              0,
              0,
              cast("T1", by(OWNER), change("A", 1), change("B", 1)),
              cast("T2", by(OWNER), change("B", 2), change("C", 2)),
              cast("T3", by(OWNER), change("C", 3), change("A", 3)))
          .given(order("C"), fields("n", 0))
          .patient();

  /** A worker dies at any step, and somebody else comes. */
  static final Scenario CRASH =
      two(
              0,
              0,
              cast("T1", by(OWNER, JANITOR), change("A", 1), change("B", 1)),
              cast("T2", by(OWNER, JANITOR), change("B", 2), change("A", 2)))
          .patient()
          .with(Fault.CRASH, 1);

  /** The network delivers a request a second time, at any later moment. */
  static final Scenario REPEATED = RESURRECT.timeOuts(0).with(Fault.REPEATED_REQUEST, 1);

  /** An account has room for one hold only. */
  static final Scenario ROOM =
      Scenario.of(
              cast(
                  "T1",
                  by(OWNER),
                  debit("A", usd("2.00")),
                  credit("B", usd("2.00")),
                  change("O", 0, 1)),
              cast(
                  "T2",
                  by(OWNER),
                  debit("A", usd("1.00")),
                  credit("B", usd("1.00")),
                  change("O", 0, 2)))
          .given("A", usd("2.00"))
          .given("B", usd("0.00"))
          .given(order("O"), fields("n", 0))
          .over(Storage.within(new HoldLimit(1)));

  static final Scenario READER =
      two(3, 0, cast("T", by(OWNER, RECOVERER), add("A", -1), add("B", 1))).readBy(of("A", "B"));

  static final Scenario READER_2 =
      two(
              0,
              0,
              cast("T1", by(OWNER), change("C", 1), change("A", 1)),
              cast("T2", by(OWNER), change("C", 1, 2), change("B", 2)))
          .given(order("C"), fields("n", 0))
          .readBy(of("A", "B"));

  static final Scenario READER_DOCS = readerDocs(OWNER, RECOVERER);

  static final Scenario READER_DOCS_OWNED = readerDocs(OWNER);

  static final Scenario ONE_DOC =
      one(
              0,
              cast("T1", by(OWNER, RECOVERER), change("A", 1)),
              cast("T2", by(OWNER), change("A", 2)))
          .timeOuts(1)
          .readBy(of("A"));

  static final Scenario ONE_ACCOUNT =
      one(3, cast("T1", by(OWNER, RECOVERER), add("A", -1)), cast("T2", by(OWNER), add("A", -2)))
          .readBy(of("A"));

  static final Scenario ABSENT_ONE =
      none(
              cast("T1", by(OWNER), change("B", 1), insert("A", 1)),
              cast("T2", by(OWNER), remove(order("A")), change("B", 2)))
          .given(order("B"), fields("n", 0))
          .readBy(of("B", "A"));

  private static Scenario readerDocs(Role... first) {
    return one(
            0,
            cast("T1", first, change("A", 1), insert("B", 1)),
            cast("T2", by(OWNER), remove(order("B")), change("A", 2)))
        .without(order("B"))
        .readBy(of("A", "B"));
  }

  /** Reads these documents. */
  private static Reader of(String... ids) {
    return new Reader(Stream.of(ids).map(Documents::order).toList(), Reader.Fault.NONE);
  }

  /** The same reader, without a rule. */
  static Scenario breaking(Reader.Fault fault, Scenario scenario) {
    return scenario.readBy(new Reader(scenario.reader().documents(), fault));
  }

  private static Role[] by(Role... roles) {
    return roles;
  }

  static Cast cast(String name, Role[] roles, Operation... operations) {
    return Cast.of(
        name,
        accepted(NewTransaction.of(transactionId(name), List.of(operations), Option.none())),
        roles);
  }

  private static Scenario none(Cast... casts) {
    return Scenario.of(casts).without(order("A"));
  }

  private static Scenario one(int a, Cast... casts) {
    return Scenario.of(casts).given(order("A"), fields("n", (long) a));
  }

  private static Scenario two(int a, int b, Cast... casts) {
    return one(a, casts).given(order("B"), fields("n", (long) b));
  }

  private static InsertDocument insert(String id, int n) {
    return Documents.insert(order(id), fields("n", n));
  }

  private static ChangeDocument change(String id, int from, int to) {
    return Documents.change(order(id), is("n", from), set("n", to));
  }

  private static ChangeDocument change(String id, int to) {
    return Documents.change(order(id), set("n", to));
  }

  private static DocumentOperation add(String id, long amount) {
    return Documents.add(order(id), "n", amount);
  }
}
