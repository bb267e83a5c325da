package io.twophase.app.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.app.event.Event;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.hold.RecordId;
import io.twophase.ports.StoreException;
import io.twophase.test.fault.Unreadables.Kind;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An unreadable event, leaf or carried balance stops none of the others. */
class UnreadableEventsTest extends AmongTheReadable {

  private static final ConsumerName READER = new ConsumerName("reader");

  UnreadableEventsTest() {
    super(Optional.empty());
  }

  @Test
  void retentionLeavesOnlyWhatTouchesABalanceThatCannotBeCarried() {
    assertThat(host.transfers().transfer(request("before", 49)).isApplied()).isTrue();
    number();
    damage.timePasses(TWO_DAYS);
    rounds();
    assertThat(isThere("before")).isFalse();
    damage.plant(Kind.CARRIED, "A50");
    done();
    number();
    damage.timePasses(TWO_DAYS);

    rounds();

    assertThat(findings()).anyMatch(finding -> finding.detail().contains("balance A50: "));
    for (int at = 0; at < GOOD; at++) {
      assertThat(isThere("lone" + at)).as("lone" + at).isEqualTo(at == 49 || at == 50);
    }
  }

  @Test
  void eventsAndEvidenceGoOn() {
    done();
    damage.plant(Kind.RECORD_ID, "lone6");
    damage.plant(Kind.RECORD, "lone9");

    host.events().number();
    Set<String> read = consumed();

    for (int at = 0; at < GOOD; at++) {
      assertThat(read.contains("lone" + at)).as("lone" + at).isEqualTo(at != 6);
    }
    assertThat(read).contains("of3-2");
    assertThat(findings()).anyMatch(finding -> finding.id().equals("lone9"));
    host.evidence().grow();
    assertThat(host.evidence().head().size()).isEqualTo(store.events().confirmed());
  }

  @Test
  void aNumberThatCannotBeReadIsPassedOver() {
    done();
    host.events().number();
    damage.plant(Kind.NUMBER, 5);
    host.transfers().transfer(request("later", 1));

    host.events().number();
    Set<String> read = consumed();

    assertThat(read).contains("lone0", "lone99", "later", "of3-2");
    host.evidence().grow();
    assertThat(host.evidence().head().size()).isEqualTo(store.events().confirmed());
    assertThat(findings()).anyMatch(finding -> finding.id().equals("5"));
  }

  @Test
  void aDocumentWithoutANumberAmongTheLeavesIsPassedOver() {
    done();
    number();
    damage.insertForeign("transactions_leaves");
    damage.insertForeign("transactions_events");
    host.transfers().transfer(request("later", 1));

    number();

    assertThat(consumed()).contains("lone0", "later", "of3-2");
    assertThat(host.evidence().head().size()).isEqualTo(store.events().confirmed());
    assertThat(store.events().unread(store.events().confirmed(), List.of(new RecordId("later"))))
        .isEmpty();
    assertThat(findings()).isEmpty();
  }

  /** Whoever kept the head of an empty tree would prove nothing by it. */
  @Test
  void noHeadIsShownWhereALeafOfItCannotBeRead() {
    done();
    number();
    damage.plant(Kind.LEAF, 64);

    assertThatThrownBy(host.evidence()::head)
        .isInstanceOf(StoreException.class)
        .hasMessage("leaf 64 of the tree is missing: run the audit");
  }

  @Test
  void aConsumerThatCannotBeReadStopsNoOther() {
    done();
    host.events().number();
    host.events().consume(new ConsumerName("bad"), 1, events -> {});
    damage.plant(Kind.CONSUMER, "bad");

    assertThat(consumed()).contains("lone0", "of3-2");
    assertThat(host.events().consumers()).anyMatch(each -> each.name().equals(READER));
    assertThat(findings()).anyMatch(finding -> finding.detail().startsWith("consumer bad: "));
    damage.timePasses(TWO_DAYS);
    rounds();
  }

  private Set<String> consumed() {
    Set<String> read = new LinkedHashSet<>();
    int before = -1;
    while (read.size() > before) {
      before = read.size();
      host.events().consume(READER, 50, events -> events.forEach(each -> read.add(id(each))));
    }
    return read;
  }

  private static String id(Event event) {
    return event
        .transaction()
        .fold(
            found -> found.record().id().value(),
            absent -> absent.id().value(),
            unreadable -> unreadable.id(),
            removed -> removed.receipt().id().value());
  }
}
