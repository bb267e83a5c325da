package io.twophase.cli.imports;

import io.twophase.app.transfer.Order;
import io.twophase.cli.context.Notes;
import io.twophase.cli.context.Progress;
import io.twophase.cli.file.Columns;
import io.twophase.cli.view.PeriodOption;
import io.vavr.control.Option;
import java.util.Currency;
import java.util.function.BooleanSupplier;

/**
 * All that one import works with.
 *
 * @param files what is read and written
 * @param ids how rows without an id are named
 * @param mapping which column is which field
 * @param given what amounts are in, where a row does not say; without it, the source's currency
 * @param period of which the transfers are postings, if of one
 * @param order whether the rows' order counts
 * @param tally counts each row's answer
 * @param notes lines about rows
 * @param progress how far it is
 * @param stop whether no more rows are wanted
 */
record ImportWork(
    ImportFiles files,
    RowIds ids,
    Columns mapping,
    Option<Currency> given,
    PeriodOption period,
    Order order,
    ImportTally tally,
    Notes notes,
    Progress progress,
    BooleanSupplier stop) {}
