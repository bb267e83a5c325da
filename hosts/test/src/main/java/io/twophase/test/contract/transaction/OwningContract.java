package io.twophase.test.contract.transaction;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which process a record names as its owner, and which row of an import asked for it. */
public abstract class OwningContract extends TransactionContract {

  private static final TransactionId T1 = new TransactionId("t1");
  private static final Option<OwnerId> ONE = Option.some(new OwnerId("process one"));
  private static final Option<OwnerId> OTHER = Option.some(new OwnerId("process two"));

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected OwningContract(Supplier<TransactionRepository> fresh) {
    super(fresh);
  }

  private static NewRecord begunBy(Option<OwnerId> owner) {
    return new NewRecord.Begun(body("t1"), APP, owner, token("owner"));
  }

  private Option<OwnerId> owner() {
    return read("t1").owner();
  }

  @Test
  void aBegunRecordNamesItsOwnerThroughItsWholeLife() {
    begin(begunBy(ONE));
    assertThat(owner()).isEqualTo(ONE);
    advance(new Transition.Decide(T1, Epoch.FIRST));
    assertThat(owner()).isEqualTo(ONE);
    advance(new Transition.Finish(T1));
    assertThat(owner()).isEqualTo(ONE);
  }

  @Test
  void oneThatIsCanceledNamesItsCanceller() {
    begin(begunBy(ONE));
    advance(new Transition.BeginCancel(T1, Epoch.FIRST, ON_REQUEST, OTHER, token("canceller")));
    assertThat(owner()).isEqualTo(OTHER);
    advance(new Transition.FinishCancel(T1));
    assertThat(owner()).isEqualTo(OTHER);
  }

  @Test
  void oneThatIsCanceledByOneThatDoesNotNameItselfHasNoOwner() {
    begin(begunBy(ONE));
    advance(new Transition.BeginCancel(T1, Epoch.FIRST, ON_REQUEST, token("canceller")));
    assertThat(owner()).isEmpty();
  }

  @Test
  void aClaimNamesItsOwner() {
    begin(submitted(body("t1")));
    assertThat(owner()).isEmpty();
    advance(new Transition.Claim(T1, APP, ONE, token("claimer")));
    assertThat(owner()).isEqualTo(ONE);
  }

  @Test
  void aTakeOverChangesTheOwner() {
    begin(begunBy(ONE));
    advance(new Transition.TakeOver(T1, Epoch.FIRST, APP, OTHER, token("other")));
    assertThat(owner()).isEqualTo(OTHER);
  }

  @Test
  void aTakeOverByOneThatDoesNotNameItselfLeavesNoOwner() {
    begin(begunBy(ONE));
    advance(new Transition.TakeOver(T1, Epoch.FIRST, APP, token("other")));
    assertThat(owner()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRecordKeepsTheRowThatAskedForIt(boolean inFileOrder) {
    ImportedRow row = new ImportedRow("0a".repeat(32), Long.MAX_VALUE, inFileOrder);
    begin(begun(body("t1").importedBy(row)), submitted(body("t2").importedBy(row)));
    advance(new Transition.TakeOver(T1, Epoch.FIRST, APP, OTHER, token("other")));
    assertThat(read("t1").body().importedRow()).contains(row);
    assertThat(read("t2").body().importedRow()).contains(row);
  }
}
