package io.twophase.test.contract.hold;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.atLeast;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.exists;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.missing;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.AccountId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Finding and scanning targets. */
public abstract class HoldReadingContract extends HoldCases {

  private static final List<String> BY_CODE_POINT =
      List.of("$", "10", "9", "A", "A b", "AA", "Z", "a", "a.b", "é", "ﬀ", "～", "𐀀", "😀", "😀a");
  private static final DocumentRef THERE = order("there");
  private static final DocumentRef FREE = order("free");

  private void openAll(List<String> ids) {
    List<Opening> openings =
        ids.stream().map(id -> account(id).opening(cents(id.length()))).toList();
    store().accounts().open(openings);
  }

  private List<Target> shown(CollectionName collection, boolean onlyHeld) {
    return scanned(collection, onlyHeld).stream().map(Stored::target).toList();
  }

  private List<Target> accounts(boolean onlyHeld) {
    return shown(store().accounts().collection(), onlyHeld);
  }

  private static Target theAccount(String id) {
    return new Target.OfAccount(accountId(id));
  }

  private static List<Target> targets(List<String> ids) {
    return ids.stream().map(HoldReadingContract::theAccount).toList();
  }

  private static Target document(DocumentRef ref) {
    return new Target.OfDocument(ref);
  }

  @Test
  void anAbsentTargetIsToldInItsPlace() {
    openAll(List.of("A", "B", "e\u0301"));
    List<Sight> found =
        store().holds().find(targets(List.of("B", "nowhere", "A", "a", "é", "e\u0301", "B")));
    assertThat(found)
        .extracting(Sight::kind)
        .containsExactly(
            Sight.Kind.FOUND,
            Sight.Kind.ABSENT,
            Sight.Kind.FOUND,
            Sight.Kind.ABSENT,
            Sight.Kind.ABSENT,
            Sight.Kind.FOUND,
            Sight.Kind.FOUND);
    assertThat(found.get(0)).isEqualTo(found.get(6));
    assertThat(found.get(1)).isEqualTo(Sight.absent(theAccount("nowhere")));
  }

  @Test
  void theLatestIsWhatIsThere() {
    open("A", 40, 100);
    host(THERE, fields("a", 1));
    held(debit("t1", 1, "A", 5), on("t1", insert(FREE, fields("b", 2))));
    for (Target target : List.of(theAccount("A"), document(THERE), document(FREE))) {
      assertThat(store().holds().findLatest(target).stored()).isEqualTo(stored(target));
      assertThat(store().holds().findLatest(target).kind()).isEqualTo(Sight.Kind.FOUND);
    }
    done(on("t2", remove(THERE)));
    for (Target target : List.of(theAccount("ghost"), document(THERE))) {
      assertThat(store().holds().findLatest(target)).isEqualTo(Sight.absent(target));
    }
    hasFigures("A", 40, 35, 60);
  }

  @Test
  void accountsAreScannedInTheOrderOfCodePointsEachOnce() {
    assertThat(accounts(false)).isEmpty();
    List<String> opened = new ArrayList<>(BY_CODE_POINT);
    opened.sort(null);
    openAll(opened);
    assertThat(accounts(false)).isEqualTo(targets(BY_CODE_POINT));
    assertThat(accounts(true)).isEmpty();
  }

  @Test
  void everyAccountIsShownOnceHoweverManyThereAre() {
    List<String> names = IntStream.range(10_000, 11_200).mapToObj(n -> "a" + n).toList();
    List<String> shuffled = new ArrayList<>(names);
    Collections.shuffle(shuffled, new Random(7));
    openAll(shuffled);
    assertThat(accounts(false)).isEqualTo(targets(names));
    List<Placing> held =
        shuffled.stream().limit(1_100).map(name -> debit("t1", 1, name, 1)).toList();
    store().holds().place(held);
    assertThat(accounts(true))
        .isEqualTo(targets(shuffled.subList(0, 1_100).stream().sorted().toList()));
  }

  @Test
  void aScanOfWhatIsHeldShowsAccountsOfEitherKindOfHold() {
    openAll(List.of("A", "BB", "CCC", "DDDD"));
    Placing range = held(debit("t1", 1, "CCC", 1));
    Placing check = held(on("c1", check(ofAccount("A"))));
    assertThat(scanned(store().accounts().collection(), true))
        .containsExactly(read("A"), read("CCC"));
    assertThat(end(settle(range), settle(check))).containsOnly(MATCHED);
    assertThat(accounts(true)).isEmpty();
  }

  /** Bounds are a mark too: without them nobody would find whom transactions add to. */
  @Test
  void aScanShowsWhatIsMarkedInItsCollectionAndNothingElse() {
    DocumentRef elsewhere = CollectionName.of("stock").document(THERE.id());
    DocumentRef counted = order("counted");
    host(THERE, fields("n", 1));
    host(order("idle"), fields("n", 1));
    host(counted, fields("n", 1));
    host(elsewhere, fields());
    held(on("t1", check(THERE)), on("t2", insert(FREE, fields())), on("t3", check(elsewhere)));
    done(add("t4", counted, "n", 1));
    assertThat(shown(THERE.collection(), true))
        .containsExactlyInAnyOrder(document(THERE), document(FREE), document(counted));
    assertThat(shown(THERE.collection(), false))
        .containsExactlyInAnyOrder(
            document(THERE), document(FREE), document(counted), document(order("idle")));
    assertThat(shown(elsewhere.collection(), true)).containsExactly(document(elsewhere));
    assertThat(scanned(CollectionName.of("none"), true)).isEmpty();
  }

  private List<DocumentRef> selected(int most, Guard... guards) {
    return store().holds().select(THERE.collection(), List.of(guards), most);
  }

  /** A placeholder is nobody's document yet, and what is held is not done. */
  @Test
  void documentsAreSelectedOfWhichAllGuardsHoldAsTheyAreStored() {
    List<DocumentRef> stock = List.of(order("s1"), order(5), order("s3"), order("s4"));
    stock.forEach(each -> host(each, fields("kind", "nail", "n", 10 * stock.indexOf(each))));
    host(order("other"), fields("kind", "screw", "n", 50));
    host(CollectionName.of("stock").document(THERE.id()), fields("kind", "nail", "n", 50));
    held(
        on("t1", change(stock.get(0), set("n", 50))),
        on("t2", remove(stock.get(3))),
        on("t3", insert(FREE, fields("kind", "nail", "n", 50))),
        on("t4", absent(THERE)));
    assertThat(selected(9, is("kind", "nail"), atLeast("n", 10)))
        .containsExactlyInAnyOrder(stock.get(1), stock.get(2), stock.get(3));
    assertThat(selected(2, is("kind", "nail"), atLeast("n", 10)))
        .hasSize(2)
        .doesNotHaveDuplicates()
        .isSubsetOf(stock.subList(1, 4));
    assertThat(selected(9)).hasSize(5).doesNotContain(FREE, THERE);
    assertThat(selected(9, missing("kind"))).isEmpty();
    assertThat(
            store().holds().select(CollectionName.of("none"), List.of(exists("kind")), 9).isEmpty())
        .isTrue();
  }

  @Test
  void accountsAreSelectedByTheFieldsThatChecksMayName() {
    open("A", 40, 100);
    open("B", 40, 100);
    status("B", StatusChange.FREEZE);
    host(ofAccount("A"), fields("color", "red"));
    CollectionName accounts = store().accounts().collection();
    assertThat(store().holds().select(accounts, List.of(is("status", "active")), 9))
        .containsExactly(ofAccount("A"));
    assertThat(store().holds().select(accounts, List.of(is("color", "red")), 9))
        .containsExactly(ofAccount("A"));
    assertThat(store().holds().select(accounts, List.of(missing("color")), 9))
        .containsExactly(ofAccount("B"));
  }

  @Test
  void whoeverScansMayUseTheStoreMeanwhile() {
    openAll(List.of("A", "B", "C"));
    List<AccountId> again = new ArrayList<>();
    store()
        .holds()
        .scan(
            store().accounts().collection(),
            false,
            sight -> again.add(read(id(sight.stored().orElseThrow().target())).id()));
    assertThat(again).containsExactly(accountId("A"), accountId("B"), accountId("C"));
  }

  private static String id(Target target) {
    return target.fold(AccountId::value, ref -> "");
  }

  @Test
  void everyCollectionThatWasAskedForAHoldIsNamedWhateverCameOfIt() {
    CollectionName stock = CollectionName.of("stock");
    CollectionName elsewhere = stock.inDatabase("twophase_elsewhere");
    open("A", 40, 100);
    held(debit("t1", 1, "A", 5));
    assertThat(store().holds().collections()).isEmpty();
    store().holds().find(List.of(document(CollectionName.of("read").document(THERE.id()))));
    Placing inserted = on("t1", insert(FREE, fields()));
    held(inserted, on("t1", absent(stock.document(THERE.id()))));
    assertThat(end(release(inserted))).isEqualTo(MATCHED);
    place(add("t2", elsewhere.document(THERE.id()), "n", 1));
    held(on("t3", check(ofAccount("A"))));
    assertThat(store().holds().collections())
        .containsExactlyElementsOf(
            Stream.of(FREE.collection(), stock, elsewhere, store().accounts().collection())
                .sorted()
                .toList());
  }
}
