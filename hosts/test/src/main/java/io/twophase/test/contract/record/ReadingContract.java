package io.twophase.test.contract.record;

import static io.twophase.domain.testing.Documents.NULL;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static java.time.Duration.ZERO;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.AccountId;
import io.twophase.domain.Epoch;
import io.twophase.domain.Money;
import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.Families;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.PeriodRefusal;
import io.twophase.ports.Records;
import io.twophase.test.equality.RandomBodies;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link Records#find} and {@link Records#findMembers}: all that is stored is read back. */
public abstract class ReadingContract extends RecordContract {

  private static final String BY_NUMBER = "[{index}]";

  private static final DocumentRef FAR =
      CollectionName.of("orders.2026")
          .inDatabase("shop")
          .onCluster("north: 1")
          .document(value("x"));

  /** Documents on a cluster and beside the records, with ids of several types. */
  private static final List<DocumentRef> DOCUMENTS =
      List.of(FAR, order(NULL), order(5L), order(5.0));

  @Test
  void aRecordTellsForHowLongNothingHasChangedIt() {
    begin(alone("t1"), several(BATCH, "m1"));
    letTimePass();

    for (Lookup lookup : List.of(lookup(id("t1")), lookup(BATCH), member("m1"))) {
      assertThat(lookup.unmodifiedFor()).isGreaterThan(ZERO).isLessThan(Duration.ofMinutes(1));
    }
  }

  @ParameterizedTest(name = BY_NUMBER)
  @ValueSource(
      strings = {"t", "a b  c", "a.b.c", ".", "$t", "_id", "ü", "日本", "😀", "'\"{}[]\\/", "-1"})
  void anyNamesAreReadBackAsTheyWereStored(String name) {
    assertReadBack(name);
  }

  @Test
  void theLongestNamesAreReadBackAsTheyWereStored() {
    assertReadBack("é".repeat(255));
  }

  private void assertReadBack(String name) {
    Owner owner = new Owner(application(name), token(name));
    NewTransaction odd = transfer(name, name, "B", usd("1"));
    String other = name.length() < 255 ? name + "2" : name.substring(1);
    RecordId id = new RecordId("batch:" + name.substring(0, Math.min(249, name.length())));
    NewRecord several = NewRecord.several(id, List.of(odd, body("m1")), true, owner);
    NewRecord alone = NewRecord.alone(transfer(other, name, "B", usd("1")), owner);

    begin(several, alone);

    assertThat(withoutTimes(record(id))).isEqualTo(several.stored(Instant.EPOCH));
    assertThat(document(name).orElseThrow().body()).isEqualTo(odd);
    assertThat(withoutTimes(record(alone.id()))).isEqualTo(alone.stored(Instant.EPOCH));
  }

  @Test
  void randomBodiesAreReadBackAsTheyWereStoredAloneAndAsMembers() {
    Random random = Seed.random("ReadingContract");
    List<NewTransaction> alone = bodies(random, "t");
    List<NewTransaction> members = bodies(random, "m");
    begin(alone.stream().map(NewRecord::submitted).toArray(NewRecord[]::new));
    begin(NewRecord.several(BATCH, members, false, OWNER));

    for (List<NewTransaction> asked : List.of(alone, members)) {
      assertThat(
              records().findMembers(asked.stream().map(NewTransaction::id).toList()).stream()
                  .map(lookup -> lookup.body().orElseThrow()))
          .isEqualTo(asked);
    }
  }

  private static List<NewTransaction> bodies(Random random, String name) {
    RandomBodies drawn = new RandomBodies(random, 7);
    return IntStream.range(0, 100).mapToObj(n -> drawn.of(transactionId(name + n))).toList();
  }

  /** A reason of each kind, of odd names and texts and of figures that differ, and other texts. */
  static Stream<CancelReason> reasons() {
    return Stream.concat(
        Stream.of("", " ", "x".repeat(400)).map(CancelReason.Requested::new),
        Families.cases(CancelReason.class, ReadingContract::odd)
            .map(CancelReason.class::cast)
            // a period's is kept as its document's refusal
            .filter(reason -> !(reason instanceof PeriodRefusal)));
  }

  private static Optional<Object> odd(RecordComponent component) {
    int figure = component.getName().hashCode();
    int kind = component.getDeclaringRecord().getSimpleName().hashCode();
    return Optional.ofNullable(
        Map.<Class<?>, Object>ofEntries(
                Map.entry(String.class, figure + "a.b $c '\"{}\\\n\t😀"),
                Map.entry(AccountId.class, accountId("$odd.account 😀")),
                Map.entry(TransactionId.class, transactionId("$odd.id 😀")),
                Map.entry(DocumentRef.class, DOCUMENTS.get(Math.floorMod(kind, DOCUMENTS.size()))),
                Map.entry(Money.class, cents(Long.MAX_VALUE - Math.abs(figure))),
                Map.entry(Currency.class, component.getName().equals("kept") ? EUR : USD),
                Map.entry(long.class, Long.MIN_VALUE + Math.abs(figure)),
                Map.entry(int.class, Math.abs(figure)),
                Map.entry(AccountOperation.class, debit("$odd.account 😀", cents(7))),
                Map.entry(Epoch.class, at(7)),
                Map.entry(Instant.class, Instant.parse("2026-02-01T00:00:00.123Z")))
            .get(component.getType()));
  }

  @ParameterizedTest(name = BY_NUMBER)
  @MethodSource("reasons")
  void aReasonIsReadBackAsItWasStored(CancelReason reason) {
    NewRecord submitted = NewRecord.submitted(body("t2"));
    begin(alone("t1"), submitted, four());
    move(cancel(alone("t1"), reason), cancel(submitted, reason));
    move(Transition.exclude(BATCH, transactionId("m1"), reason));

    assertThat(record(id("t1")).reason()).contains(reason);
    assertThat(record(id("t2")).reason()).contains(reason);
    assertThat(record(BATCH).excluded()).isEqualTo(Map.of(transactionId("m1"), reason));
    move(refusing(reason));
    assertThat(record(BATCH).verdict()).isEqualTo(refusing(reason).verdict());
  }

  private static Transition refusing(CancelReason reason) {
    return Transition.decide(
        BATCH,
        four().memberIds(),
        Epoch.FIRST,
        Map.of(transactionId("m1"), reason),
        new Verdict(
            Map.of(transactionId("m4"), reason, transactionId("m2"), reason),
            Set.of(),
            Set.of(transactionId("m1")),
            Map.of(transactionId("m3"), List.of(Long.MAX_VALUE, 1L))));
  }
}
