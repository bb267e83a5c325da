package io.twophase.adapter.mongo.adoption;

import java.util.List;

/**
 * The result of an adoption.
 *
 * @param transactions what was finished or undone
 * @param marks what was removed or reversed
 * @param adopted how many accounts are this software's now that were not before
 * @param left what there is, read again afterwards; complete if all is adopted
 */
public record AdoptionReport(
    List<InFlight> transactions, List<StrayMark> marks, long adopted, AdoptionPlan left) {}
