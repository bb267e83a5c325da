package io.twophase.app.event;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.event.TreeGrowth.Growth;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.OneBank;
import io.twophase.domain.event.Digest;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.testing.Fixtures;
import io.twophase.ports.EventRepository;
import io.twophase.ports.EvidenceRepository;
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

  private TreeGrowth over(EventRepository events) {
    return new TreeGrowth(Interceptor.replacing(store, EventRepository.class, kept -> events));
  }

  private TreeGrowth over(EvidenceRepository leaves) {
    return over(
        Interceptor.overriding(
            EventRepository.class,
            events(),
            new Object() {
              public EvidenceRepository evidence() {
                return leaves;
              }
            }));
  }

  /** The leaves that a pass makes which nothing happens to, of the same records. */
  private List<TreeLeaf> expected() {
    List<TreeLeaf> made = new ArrayList<>();
    over(Interceptor.overriding(
            EvidenceRepository.class,
            events().evidence(),
            new Object() {
              public long size() {
                return made.size();
              }

              public List<TreeLeaf> leaves(Collection<Long> numbers) {
                return made.stream().filter(leaf -> numbers.contains(leaf.number())).toList();
              }

              public void add(List<TreeLeaf> leaves) {
                made.addAll(leaves);
              }
            }))
        .run();
    return made;
  }

  private void assertGrown(int size) {
    assertThat(over(events()).run()).isEqualTo(new Growth.Whole(size));
    assertThat(events().evidence().after(0)).hasSize(size).isEqualTo(expected());
  }

  /** Events of which each call of a pass is counted down, and something done before the last. */
  private EventRepository at(AtomicInteger left, Runnable what) {
    return Interceptor.before(
        EventRepository.class,
        events(),
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
      EventRepository dying =
          at(
              new AtomicInteger(call),
              () -> {
                throw new StoreUnavailableException("died");
              });
      try {
        over(dying).run();
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
      EventRepository overtaken =
          at(
              left,
              () -> {
                over(events()).run();
                transfer(more);
                host.events().number();
                over(events()).run();
              });

      over(overtaken).run();

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
      EvidenceRepository sound = events().evidence();
      EvidenceRepository losing =
          Interceptor.overriding(
              EvidenceRepository.class,
              sound,
              new Object() {
                public void add(List<TreeLeaf> leaves) {
                  late.add(leaves);
                  sound.add(leaves.subList(0, kept));
                  throw new StoreUnavailableException("cut");
                }
              });

      assertThatThrownBy(() -> over(losing).run()).isInstanceOf(StoreUnavailableException.class);
      transfer("t4");
      host.events().number();
      over(events()).run();
      late.forEach(leaves -> events().evidence().add(leaves));

      assertGrown(5);
    }
  }

  @Test
  void aStoreThatDoesNotAnswerIsLeftToALaterPass() {
    EvidenceRepository silent =
        Interceptor.overriding(
            EvidenceRepository.class,
            events().evidence(),
            new Object() {
              public void add(List<TreeLeaf> unused) {}
            });

    assertThat(over(silent).run()).isEqualTo(new Growth.Later(0));
    assertGrown(4);
  }

  /** The number is there, and a read that is older than that shows the record undecided. */
  @Test
  void aRecordThatIsNotShownAsDecidedYetEndsThePass() {
    over(events()).run();
    new DocumentWrites(store).begin(Fixtures.transfer("slow", "A", "B", usd("1")));
    NumberedRecord slow = new NumberedRecord(5, new RecordId("slow"));
    events().give(5, List.of(new RecordId("slow")));
    events().mark(List.of(slow));
    events().confirm(5);

    assertThat(over(events()).run()).isEqualTo(new Growth.Later(4));

    host.compensation().cancel(transactionId("slow"), "no");
    assertGrown(5);
  }

  @Test
  void aPassEndsThoughMoreIsNumberedAllTheTime() {
    AtomicInteger more = new AtomicInteger();
    EventRepository busy =
        Interceptor.overriding(
            EventRepository.class,
            events(),
            new Object() {
              public long confirmed() {
                assertThat(more.get()).isLessThan(10);
                long before = events().confirmed();
                transfer("more" + more.incrementAndGet());
                host.events().number();
                return before;
              }
            });

    assertThat(over(busy).run()).isEqualTo(new Growth.Whole(4));
    assertGrown(5);
  }

  /** A number that a majority has not is lost in a failover: what is not confirmed has no leaf. */
  @Test
  void whatIsNotConfirmedHasNoLeaf() {
    over(events()).run();
    transfer("t4");
    events().give(5, List.of(new RecordId("t4")));

    assertThat(over(events()).run()).isEqualTo(new Growth.Whole(4));

    host.events().number();
    assertGrown(5);
  }

  @Test
  void aNumberThatWasRemovedHasALeafThatSaysSo() {
    EventRepository sound = events();
    EventRepository without =
        Interceptor.overriding(
            EventRepository.class,
            sound,
            new Object() {
              public List<NumberedRecord> numbered(long after) {
                return sound.numbered(after).stream().filter(each -> each.number() != 2).toList();
              }
            });

    assertThat(over(without).run()).isEqualTo(new Growth.Whole(4));

    assertThat(events().evidence().after(1).get(0).digest())
        .isEqualTo(Digest.ofLeaf("twophase-removed 1\nnumber 2\n"));
  }
}
