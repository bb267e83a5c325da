package io.twophase.app.event;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.event.TreeGrowth.Growth;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.OneBank;
import io.twophase.domain.event.Digest;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.testing.Fixtures;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Interceptor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Wherever a pass dies, sleeps or meets another, the tree is the same in the end. */
@Timeout(60)
class TreeGrowthTest extends OneBank {

  /** More calls than a pass makes here. */
  private static final int CALLS = 30;

  private static final Set<String> CALLED =
      Set.of("confirmed", "numbered", "size", "leaves", "add");

  @BeforeEach
  void numberSome() {
    host.events().turnOn();
    transfer("t1", "t2");
    batch("m1", "m2");
    transfer("t3");
    host.events().number();
  }

  private void again() {
    use(InMemoryStore.create(() -> now));
    numberSome();
  }

  private EventRepository events() {
    return store.events();
  }

  private static Growth run(Store seen) {
    return new TreeGrowth(seen).run();
  }

  /** The leaves that a pass makes which nothing happens to, of the same records. */
  private List<TreeLeaf> expected() {
    List<TreeLeaf> made = new ArrayList<>();
    run(
        Interceptor.before(
            Store.class,
            store,
            (method, asked, call) ->
                switch (method) {
                  case "size" -> (long) made.size();
                  case "leaves" -> {
                    Collection<?> numbers = (Collection<?>) asked.get(0);
                    yield made.stream().filter(leaf -> numbers.contains(leaf.number())).toList();
                  }
                  case "add" -> made.addAll(leaves(call));
                  default -> call.make();
                }));
    return made;
  }

  @SuppressWarnings("unchecked") // an insert is of leaves
  private static List<TreeLeaf> leaves(Interceptor.Call insert) {
    return (List<TreeLeaf>) insert.asked().get(0);
  }

  private void assertGrown(int size) {
    assertThat(run(store)).isEqualTo(new Growth.Whole(size));
    assertThat(events().evidence().after(0)).hasSize(size).isEqualTo(expected());
  }

  /** The calls of a pass are counted down, and something is done before the last of them. */
  private Store before(AtomicInteger left, Runnable what) {
    return Interceptor.before(
        Store.class,
        store,
        (method, asked, call) -> {
          if (CALLED.contains(method) && left.getAndDecrement() == 0) {
            what.run();
          }
          return call.make();
        });
  }

  @Test
  void aPassThatDiesAtAnyCallIsGoneOnWith() {
    for (int call = 0; call < CALLS; call++) {
      Store dying =
          before(
              new AtomicInteger(call),
              () -> {
                throw new StoreUnavailableException("died");
              });
      try {
        run(dying);
      } catch (StoreUnavailableException died) {
        assertThat(died).hasMessage("died");
      }
    }

    assertGrown(4);
  }

  @Test
  void aPassThatAnotherOvertakesAtAnyCallAddsNothingWrong() {
    for (int call = 0; call < CALLS; call++) {
      again();
      String more = "more" + call;
      AtomicInteger left = new AtomicInteger(call);
      Store overtaken =
          before(
              left,
              () -> {
                run(store);
                transfer(more);
                host.events().number();
                run(store);
              });

      run(overtaken);

      if (left.get() >= 0) {
        break;
      }
      assertGrown(5);
    }
  }

  /** The first leaves of an insert are there, or it arrives when another has inserted. */
  @Test
  void anInsertThatIsCutOffOrArrivesLateDoesNoHarm() {
    for (int cut = 0; cut <= 4; cut++) {
      again();
      int kept = cut;
      List<List<TreeLeaf>> late = new ArrayList<>();
      Store losing =
          Books.at(
              store,
              "add",
              insert -> {
                late.add(leaves(insert));
                insert.with(List.of(leaves(insert).subList(0, kept))).make();
                throw new StoreUnavailableException("cut");
              });

      assertThatThrownBy(() -> run(losing)).isInstanceOf(StoreUnavailableException.class);
      transfer("t4");
      host.events().number();
      run(store);
      late.forEach(leaves -> events().evidence().add(leaves));

      assertGrown(5);
    }
  }

  @Test
  void aStoreThatDoesNotAnswerIsLeftToALaterPass() {
    Store silent = Books.at(store, "add", insert -> insert);

    assertThat(run(silent)).isEqualTo(new Growth.Later(0));
    assertGrown(4);
  }

  /** The number is there, and a read that is older than that shows the record undecided. */
  @Test
  void aRecordThatIsNotShownAsDecidedYetEndsThePass() {
    run(store);
    new DocumentWrites(store).begin(Fixtures.transfer("slow", "A", "B", usd("1")));
    NumberedRecord slow = new NumberedRecord(5, new RecordId("slow"));
    events().give(5, List.of(new RecordId("slow")));
    events().mark(List.of(slow));
    events().confirm(5);

    assertThat(run(store)).isEqualTo(new Growth.Later(4));

    host.compensation().cancel(transactionId("slow"), "no");
    assertGrown(5);
  }

  @Test
  void aPassEndsThoughMoreIsNumberedAllTheTime() {
    AtomicInteger more = new AtomicInteger();
    Store busy =
        Books.at(
            store,
            "confirmed",
            call -> {
              assertThat(more.get()).isLessThan(10);
              Object before = call.make();
              transfer("more" + more.incrementAndGet());
              host.events().number();
              return before;
            });

    assertThat(run(busy)).isEqualTo(new Growth.Whole(4));
    assertGrown(5);
  }

  /** A number that a majority has not is lost in a failover: what is not confirmed has no leaf. */
  @Test
  void whatIsNotConfirmedHasNoLeaf() {
    run(store);
    transfer("t4");
    events().give(5, List.of(new RecordId("t4")));

    assertThat(run(store)).isEqualTo(new Growth.Whole(4));

    host.events().number();
    assertGrown(5);
  }

  @Test
  void aNumberThatWasRemovedHasALeafThatSaysSo() {
    Store without =
        Books.at(
            store,
            "numbered",
            call ->
                ((List<?>) call.make())
                    .stream().filter(each -> ((NumberedRecord) each).number() != 2).toList());

    assertThat(run(without)).isEqualTo(new Growth.Whole(4));

    assertThat(events().evidence().after(1).get(0).digest())
        .isEqualTo(Digest.ofLeaf("twophase-removed 1\nnumber 2\n"));
  }
}
