package io.twophase.test.contract.hold;

import static io.twophase.domain.hold.Claim.Answer.Kind.HELD;
import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.exists;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.path;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.HoldWords.on;
import static io.twophase.domain.testing.HoldWords.release;
import static io.twophase.domain.testing.HoldWords.settle;
import static io.twophase.domain.testing.HoldWords.withdraw;
import static java.util.stream.IntStream.range;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.account.Opening;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Guard.Unchanged;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.testing.DocumentWords;
import io.twophase.domain.testing.HoldWords;
import io.twophase.domain.transaction.DocumentRefusal.DocumentExists;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Field;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A host's documents take part as they are, though none of the protocol's fields is in them: with
 * fields of every type of BSON, ids of every type that an id may have, in any database. Accounts
 * and records have any names.
 */
public abstract class HostDocumentContract extends HoldCases {

  private static final DocumentRef ORDER = order("o1");

  /** One or more of each type of BSON. */
  static final List<Value> VALUES =
      DocumentWords.values(
          """
          null, false, -2147483648, 9223372036854775807L, -0.0, NaN, Infinity, 1.50m, 1E+3m,
          decimal(0000000000000000000000000000007c), decimal(000000000000000000000000000040b0),
          "", "\uD83D\uDE00 $a.b", -1d, [], [1, ["x"], {a:1}], {}, {b:1, a:{c:null}},
          objectId(00112233445566778899aabb), binData(020000000000ff),
          binData(100000000400112233445566778899aabbccddeeff), regex(5e61006900),
          timestamp(0200000001000000), minKey(), maxKey(), javascript(0400000066282900)
          """);

  static List<Value> values() {
    return VALUES;
  }

  /** All values, each as a field of its own. */
  private static Fields allTypes() {
    Fields fields = fields("n", 50);
    for (int at = 0; at < VALUES.size(); at++) {
      fields = fields.with("f" + at, VALUES.get(at));
    }
    return fields;
  }

  @Test
  void fieldsOfEveryTypeStayAsTheyAre() {
    Fields before = InOrder.of(allTypes());
    host(ORDER, allTypes());
    Document found = read(ORDER).orElseThrow();
    assertThat(found).isEqualTo(Document.of(ORDER, before));
    assertThat(end(release(held(on("t1", change(ORDER, set("n", 1))))))).isEqualTo(MATCHED);
    assertThat(end(withdraw(held(on("t2", remove(ORDER)))))).isEqualTo(MATCHED);
    done(on("t3", check(ORDER, exists("f0"))));
    assertThat(read(ORDER)).contains(found);
    done(HoldWords.placing("t4 #o1.n+1"));
    done(on("t5", change(ORDER, set("changed", true))));
    assertThat(fieldsOf(ORDER))
        .contains(InOrder.of(before.with("n", value(51L)).with("changed", value(true))));
    done(on("t6", remove(ORDER)));
    assertThat(read(ORDER).isEmpty()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("values")
  void aValueIsInsertedSetAndFoundAgainAsItIs(Value value) {
    host(ORDER, fields("a", 1));
    done(on("t1", change(ORDER, set("a", value), set("b.c", value))));
    assertThat(fieldsOf(ORDER)).contains(InOrder.of(fields("a", value, "b", fields("c", value))));
    done(on("t2", insert(order("o2"), fields("a", value))));
    assertThat(fieldsOf(order("o2"))).contains(InOrder.of(fields("a", value)));
  }

  /** A guard compares no arrays, patterns and numbers that are not finite. */
  @Test
  void aGuardHoldsOfItsOwnValueOnly() {
    List<DocumentRef> refs =
        hosted(
            Stream.of(
                    VALUES.stream().map(value -> fields("f", value)),
                    Stream.of(fields()),
                    VALUES.stream().map(value -> fields("f", List.of(value))))
                .flatMap(documents -> documents)
                .toList());
    for (Value value : VALUES) {
      guard(value)
          .ifPresent(
              asked -> {
                List<Answer> told = checked(refs, "t" + VALUES.indexOf(value), asked);
                for (int at = 0; at < refs.size(); at++) {
                  boolean holds = at < VALUES.size() && VALUES.get(at).matches(value);
                  assertThat(told.get(at).kind() == HELD)
                      .as("%s of %s", asked, refs.get(at))
                      .isEqualTo(holds);
                }
              });
    }
  }

  /** The order of the fields has no meaning, and the protocol's own fields are not the host's. */
  @Test
  void aDocumentIsUnchangedIfItHasTheSameFieldsAndNoOthers() {
    List<Fields> documents = new ArrayList<>();
    for (Value value : VALUES) {
      documents.add(fields("f", value, "n", 1));
      documents.add(fields("n", 1L, "f", value));
    }
    documents.add(fields("n", 1));
    documents.add(fields());
    for (Value value : VALUES) {
      documents.add(fields("f", value));
      documents.add(fields("f", value, "n", 1, "g", 2));
      documents.add(fields("f", List.of(value), "n", 1));
    }
    List<DocumentRef> refs = hosted(documents);
    assertThat(checked(refs, "t")).extracting(Answer::kind).containsOnly(HELD);
    int others = 2 * VALUES.size() + 2;
    for (Value value : VALUES) {
      Fields read = fields("f", value, "n", 1);
      if (value.type().equals("regex")) {
        assertThatThrownBy(() -> new Unchanged(read)).hasMessageContaining("f cannot be compared");
        continue;
      }
      // all values are told apart; and of each, fewer fields, more, and another
      int own = others + 3 * VALUES.indexOf(value);
      List<Integer> places =
          IntStream.concat(range(0, others), range(own, own + 3)).boxed().toList();
      Guard asked = new Unchanged(read);
      List<Answer> told =
          checked(places.stream().map(refs::get).toList(), "t" + VALUES.indexOf(value), asked);
      for (int at = 0; at < places.size(); at++) {
        assertThat(told.get(at).kind() == HELD)
            .as("%s of %s", asked, documents.get(places.get(at)))
            .isEqualTo(asked.holds(documents.get(places.get(at))))
            .isEqualTo(at < 2 * VALUES.size() && isSame(VALUES.get(at / 2), value));
      }
    }
  }

  private List<DocumentRef> hosted(List<Fields> documents) {
    List<DocumentRef> refs = new ArrayList<>();
    for (Fields document : documents) {
      refs.add(order(refs.size()));
      host(refs.get(refs.size() - 1), document);
    }
    return refs;
  }

  private List<Answer> checked(List<DocumentRef> refs, String record, Guard... asked) {
    return store().holds().place(refs.stream().map(ref -> on(record, check(ref, asked))).toList());
  }

  private static boolean isSame(Value one, Value other) {
    return one.canonical().equals(other.canonical())
        && (one.isFiniteNumber() || one.type().equals(other.type()));
  }

  private static Optional<Guard> guard(Value value) {
    try {
      return Optional.of(Guard.equalTo(path("f"), value));
    } catch (IllegalArgumentException incomparable) {
      return Optional.empty();
    }
  }

  /** Returns ids of all types but those that MongoDB takes for no id. */
  private List<DocumentRef> ids(CollectionName collection) {
    return VALUES.stream()
        .filter(value -> !Set.of("array", "regex", "javascript").contains(value.type()))
        .filter(contract()::isId)
        .map(collection::document)
        .distinct()
        .toList();
  }

  @Test
  void idsOfEveryTypeNameOneDocumentEach() {
    List<DocumentRef> ids = ids(ORDER.collection());
    ids.forEach(id -> host(id, fields("at", ids.indexOf(id))));
    List<Placing> asked =
        ids.stream().map(id -> on("t1", change(id, set("at", -ids.indexOf(id))))).toList();
    assertThat(store().holds().place(asked)).extracting(Answer::kind).containsOnly(HELD);
    assertThat(marked(ORDER.collection())).containsExactlyInAnyOrderElementsOf(ids);
    for (int at = 0; at < ids.size(); at++) {
      assertThat(end(settle(asked.get(at)))).as("%s", asked.get(at)).isEqualTo(MATCHED);
      assertThat(fieldsOf(ids.get(at))).contains(fields("at", -at));
      assertThat(read(ids.get(at)).orElseThrow().ref().id()).isEqualTo(ids.get(at).id());
    }
    ids.forEach(id -> isRefused(on("t2", insert(id, fields())), new DocumentExists(id)));
    assertThat(marked(ORDER.collection())).isEmpty();
  }

  private List<DocumentRef> marked(CollectionName collection) {
    return scanned(collection, true).stream().map(it -> ((Document) it).ref()).toList();
  }

  /** Names that are unusual, and mean nothing to MongoDB. */
  @Test
  void fieldsOfAnyNameAreLeftAndChanged() {
    List<String> names = List.of("0", " ", "é\uD83D\uDE00", "id", "_v", "a-b", "status$");
    Fields before = new Fields(names.stream().map(name -> new Field(name, value(1))).toList());
    host(ORDER, before);
    Fields after = before;
    for (String name : names) {
      done(on("t " + names.indexOf(name), change(ORDER, is(name, 1), set(name, 2))));
      after = after.with(name, value(2));
    }
    assertThat(fieldsOf(ORDER)).contains(InOrder.of(after));
  }

  @ParameterizedTest(name = "[{index}]")
  @ValueSource(
      strings = {"t", "T.1", "$t", "a b", "ü", "😀", "'\"{}[]\\", "__proto__", "_id", "✓ {'$id'}"})
  void anAccountAndARecordOfAnyNameHold(String name) {
    String longest = name + "x".repeat(255 - name.length());
    for (String account : List.of(name, longest)) {
      Opening opening = account(account).ceiling(cents(10)).opening(cents(10));
      assertThat(store().accounts().open(List.of(opening)))
          .containsExactly(new OpenOutcome.Opened());
      assertThat(read(account)).isEqualTo(Account.open(opening));
      held(debit("other", account, 1));
      Placing asked = held(debit(name, account, 3));
      assertThat(read(account).holds()).contains(holdOf(asked));
      assertThat(end(settle(asked))).isEqualTo(MATCHED);
      assertThat(read(account).bounds()).isEqualTo(new Bounds(7, 6, 3));
    }
  }

  private static Placing debit(String record, String account, long amount) {
    return new Placing(
        new RecordId(record),
        epoch(1),
        new Claim.OfRange(
            new Target.OfAccount(accountId(account)),
            new Scale.Money(USD),
            Range.whole(amount, 0),
            false));
  }
}
