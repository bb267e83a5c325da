package io.twophase.test.contract.document;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Documents.NULL;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.exists;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.path;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.value.Field;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.twophase.ports.DocumentRepository;
import io.vavr.control.Option;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A host's documents take part as they are, though none of the protocol's fields is in them: with
 * fields of every type of BSON, ids of every type that an id may have, in any database.
 */
public abstract class HostDocumentsContract extends DocumentContract {

  private static final DocumentRef ORDER = order("o1");

  /** One or more of each type of BSON. */
  static final List<Value> VALUES =
      List.of(
          NULL,
          value(false),
          value(Integer.MIN_VALUE),
          value(Long.MAX_VALUE),
          value(-0.0),
          value(Double.NaN),
          value(Double.POSITIVE_INFINITY),
          value(new BigDecimal("1.50")),
          value(new BigDecimal("1E+3")),
          other("decimal", "0000000000000000000000000000007c"),
          other("decimal", "000000000000000000000000000040b0"),
          value(""),
          value("\uD83D\uDE00 $a.b"),
          new Value.Date(-1),
          value(List.of()),
          value(List.of(1, List.of("x"), fields("a", 1))),
          value(fields()),
          value(fields("b", 1, "a", fields("c", NULL))),
          other("objectId", "00112233445566778899aabb"),
          other("binData", "020000000000ff"),
          other("binData", "10000000" + "04" + "00112233445566778899aabbccddeeff"),
          other("regex", "5e61006900"),
          other("timestamp", "0200000001000000"),
          other("minKey", ""),
          other("maxKey", ""),
          other("javascript", "0400000066282900"));

  private final BiConsumer<DocumentRef, Fields> host;
  private final String anotherDatabase;
  private final Predicate<Value> isId;

  /**
   * @param fresh gives an empty repository; asked once before each test
   * @param host stores a document as a host does
   * @param anotherDatabase beside the repository's own
   * @param isId which values the store takes for an id
   */
  protected HostDocumentsContract(
      Supplier<DocumentRepository> fresh,
      BiConsumer<DocumentRef, Fields> host,
      String anotherDatabase,
      Predicate<Value> isId) {
    super(fresh);
    this.host = host;
    this.isId = isId;
    this.anotherDatabase = anotherDatabase;
  }

  private static Value other(String type, String bytes) {
    return new Value.Other(type, bytes);
  }

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
    host.accept(ORDER, allTypes());
    Participant found = read(ORDER).get();
    assertThat(found).isEqualTo(Participant.of(ORDER, before));
    assertThat(release(held("t1", change(ORDER, set("n", 1))))).isEqualTo(MATCHED);
    assertThat(withdraw(held("t2", remove(ORDER)))).isEqualTo(MATCHED);
    assertThat(settle(held("t3", check(ORDER, exists("f0"))))).isEqualTo(MATCHED);
    assertThat(read(ORDER)).contains(found);
    done("t4", add(ORDER, "n", 1));
    done("t5", change(ORDER, set("changed", true)));
    assertThat(read(ORDER).get().fields())
        .isEqualTo(InOrder.of(before.with("n", value(51L)).with("changed", value(true))));
    done("t6", remove(ORDER));
    assertThat(read(ORDER).isEmpty()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("values")
  void aValueIsInsertedSetAndFoundAgainAsItIs(Value value) {
    host.accept(ORDER, fields("a", 1));
    done("t1", change(ORDER, set("a", value), set("b.c", value)));
    assertThat(read(ORDER).get().fields())
        .isEqualTo(InOrder.of(fields("a", value, "b", fields("c", value))));
    done("t2", insert(order("o2"), fields("a", value)));
    assertThat(read(order("o2")).get().fields()).isEqualTo(InOrder.of(fields("a", value)));
  }

  /** What it can be compared with: arrays, patterns and numbers that are not finite it cannot. */
  @ParameterizedTest
  @MethodSource("values")
  void aGuardHoldsOfItsOwnValueOnly(Value value) {
    Option<Guard> guard = is("f", value);
    guard.forEach(
        asked -> {
          for (int at = 0; at < VALUES.size(); at++) {
            host.accept(order(at), fields("f", VALUES.get(at)));
          }
          host.accept(order("none"), fields());
          host.accept(order("in an array"), fields("f", List.of(value)));
          List<DocumentLeg> legs =
              new ArrayList<>(
                  IntStream.range(0, VALUES.size())
                      .mapToObj(at -> leg("t1", 1, check(order(at), asked)))
                      .toList());
          legs.add(leg("t1", 1, check(order("none"), asked)));
          legs.add(leg("t1", 1, check(order("in an array"), asked)));
          List<DocumentHoldOutcome> told = documents().hold(legs);
          for (int at = 0; at < legs.size(); at++) {
            boolean holds = at < VALUES.size() && VALUES.get(at).matches(value);
            assertThat(told.get(at).equals(DocumentHoldOutcome.held()))
                .as("%s of %s", asked, at < VALUES.size() ? VALUES.get(at) : "none or an array")
                .isEqualTo(holds);
          }
        });
  }

  private static Option<Guard> is(String field, Value value) {
    try {
      return Option.some(new Guard.Is(path(field), value));
    } catch (IllegalArgumentException incomparable) {
      return Option.none();
    }
  }

  /** Of all types but those that MongoDB takes for no id. */
  private List<DocumentRef> ids(CollectionName collection) {
    return VALUES.stream()
        .filter(value -> !Set.of("array", "regex", "javascript").contains(value.type()))
        .filter(isId)
        .map(collection::document)
        .distinct()
        .toList();
  }

  @Test
  void idsOfEveryTypeNameOneDocumentEach() {
    List<DocumentRef> ids = ids(ORDER.collection());
    ids.forEach(id -> host.accept(id, fields("at", ids.indexOf(id))));
    List<DocumentLeg> legs =
        ids.stream().map(id -> leg("t1", 1, change(id, set("at", -ids.indexOf(id))))).toList();
    List<DocumentHoldOutcome> told = documents().hold(legs);
    for (int at = 0; at < legs.size(); at++) {
      assertThat(told.get(at)).as("%s", legs.get(at)).isEqualTo(DocumentHoldOutcome.held());
      assertThat(settle(legs.get(at))).as("%s", legs.get(at)).isEqualTo(MATCHED);
    }
    assertAt(ids, -1);
    ids.forEach(id -> assertThat(hold(leg("t2", 1, insert(id, fields())))).isEqualTo(there(id)));
    assertThat(scanned(ORDER.collection())).isEmpty();
  }

  private static DocumentHoldOutcome there(DocumentRef id) {
    return refused(new DocumentRefusal.DocumentExists(id));
  }

  private void assertAt(List<DocumentRef> ids, int sign) {
    List<DocumentLookup> found = documents().find(ids);
    for (int at = 0; at < ids.size(); at++) {
      assertThat(found.get(at)).isInstanceOf(DocumentLookup.Found.class);
      Participant there = found(found.get(at)).get();
      assertThat(there.fields()).as("%s", ids.get(at)).isEqualTo(fields("at", sign * at));
      assertThat(there.ref().id()).isEqualTo(ids.get(at).id());
    }
  }

  @Test
  void documentsOfEveryTypeOfIdAreInsertedAndRemoved() {
    List<DocumentRef> ids = ids(ORDER.collection());
    DocumentLeg[] inserts =
        ids.stream()
            .map(id -> leg("t1", 1, insert(id, fields("at", ids.indexOf(id)))))
            .toArray(DocumentLeg[]::new);
    held(inserts);
    assertThat(scanned(ORDER.collection())).containsExactlyInAnyOrderElementsOf(ids);
    for (DocumentLeg inserted : inserts) {
      assertThat(settle(inserted)).as("%s", inserted).isEqualTo(MATCHED);
    }
    assertAt(ids, 1);
    for (DocumentRef id : ids) {
      assertThat(found(documents().findLatest(id)).get().ref().id()).isEqualTo(id.id());
      done("t2", remove(id));
    }
    assertThat(documents().find(ids)).allMatch(DocumentLookup.Absent.class::isInstance);
  }

  private List<DocumentRef> scanned(CollectionName collection) {
    List<DocumentRef> seen = new ArrayList<>();
    documents().scanHeld(collection, lookup -> seen.add(found(lookup).get().ref()));
    return seen;
  }

  /** Names that are unusual, and mean nothing to MongoDB. */
  @Test
  void fieldsOfAnyNameAreLeftAndChanged() {
    List<String> names = List.of("0", " ", "é\uD83D\uDE00", "id", "_v", "a-b", "status$");
    Fields before = new Fields(names.stream().map(name -> new Field(name, value(1))).toList());
    host.accept(ORDER, before);
    Fields after = before;
    for (String name : names) {
      done("t " + names.indexOf(name), change(ORDER, is(name, value(1)).get(), set(name, 2)));
      after = after.with(name, value(2));
    }
    assertThat(read(ORDER).get().fields()).isEqualTo(InOrder.of(after));
  }

  @Test
  void documentsOfOneNameInSeveralDatabasesAreSeveral() {
    DocumentRef elsewhere = ORDER.collection().inDatabase(anotherDatabase).document(ORDER.id());
    host.accept(ORDER, fields("at", "home"));
    host.accept(elsewhere, fields("at", "elsewhere"));
    DocumentLeg changed = leg("t1", 1, change(ORDER, set("n", 1)));
    DocumentLeg removed = leg("t1", 1, remove(elsewhere));
    held(changed, removed);
    assertThat(scanned(ORDER.collection())).containsExactly(ORDER);
    assertThat(scanned(elsewhere.collection())).containsExactly(elsewhere);
    assertThat(documents().settle(List.of(changed, removed))).containsExactly(MATCHED, MATCHED);
    assertThat(read(ORDER).get().fields()).isEqualTo(fields("at", "home", "n", 1));
    assertThat(documents().find(List.of(elsewhere, ORDER)).get(0))
        .isEqualTo(new DocumentLookup.Absent(elsewhere));
    done("t2", insert(elsewhere, fields("at", "again")));
    assertThat(found(documents().findLatest(elsewhere)).get().fields())
        .isEqualTo(fields("at", "again"));
    assertThat(found(documents().findLatest(ORDER)).get().fields())
        .isEqualTo(fields("at", "home", "n", 1));
  }
}
